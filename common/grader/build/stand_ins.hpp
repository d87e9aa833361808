/// @file
/// Which of a student's files the kit can stand in for, and which of them call which.
#pragma once

#include <map>
#include <set>
#include <string>

#include "grader/build/build_request.hpp"

namespace kit::build {

/// By file, the others whose functions it calls.
using Calls = std::map<std::string, std::set<std::string>>;

/// Files of the lab for which tests/labs/NN_name/standin has one of the kit's own.
std::set<std::string> files_with_stand_in(const std::string& root, const std::string& lab);

/// What the objects in request.out, which build_lab() made, refer to and define. A file whose
/// object cannot be read calls nothing. Throws InputError as build_lab() does.
Calls calls_between(const std::string& root, const grader::BuildRequest& request);

/// Makes the objects of all of the lab's stand-ins, for builds that cannot make them themselves.
/// Throws as build_lab() does.
void make_stand_ins(const std::string& root, grader::BuildRequest request);

}  // namespace kit::build
