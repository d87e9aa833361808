/// @file
/// A page of HTML that needs no other file.
#pragma once

#include <string>

namespace kit::classroom {

/// `title` is plain text, `body` HTML.
std::string html_page(const std::string& title, const std::string& body);

}  // namespace kit::classroom
