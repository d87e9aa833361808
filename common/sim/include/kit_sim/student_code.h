/// @file
/// What comes between the simulator's headers and student code, which does not see which build it
/// is in. A file of its own: a precompiled header does not keep that a name was undefined.
#undef __SANITIZE_THREAD__
