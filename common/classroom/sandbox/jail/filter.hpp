/// @file
/// The system calls that a jailed process may not make.
#pragma once

namespace kit::jail {

/// Installs a filter on this process and its children that answers "not permitted" to what reaches
/// other processes, the network or the kernel's settings. Needs no_new_privs. Returns false where
/// the kernel has no such filters.
bool install_filter();

}  // namespace kit::jail
