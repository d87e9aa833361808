/// @file
/// Catch2's session, which one file of each test program compiles: it takes 20 s.
#pragma once

/// Runs the tests that the command line asks for, all by default; of the order in which they were
/// registered only `in_order` makes sure. The exit code.
int run_catch(int argc, char** argv, bool in_order);
