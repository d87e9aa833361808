/// @file
/// Is no C++ at all.
% PDF - 1.4 this is the wrong file
