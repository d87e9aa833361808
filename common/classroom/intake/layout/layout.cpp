// Which course system a folder comes from is seen by the names of most of its entries: one stray
// file must not make another system of it.
#include "classroom/intake/layout/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "classroom/intake/layout/file_kind.hpp"
#include "kit/error.hpp"

namespace kit::classroom {
namespace {

// In the order in which they are tried: the most telling names first.
constexpr std::array kLayouts = {&kGradescope, &kMoodle, &kBrightspace,
                                 &kCanvas,     &kGithub, &kPlain};

EntryKind kind_of(const std::filesystem::file_status& status) {
  using Type = std::filesystem::file_type;
  if (status.type() == Type::directory) return EntryKind::folder;
  if (status.type() == Type::regular) return EntryKind::file;
  return status.type() == Type::symlink ? EntryKind::link : EntryKind::other;
}

}  // namespace

const Layout& layout_named(const std::string& name) {
  std::string all;
  for (const Layout* layout : kLayouts) {
    if (name == layout->name) return *layout;
    all += (all.empty() ? "" : ", ") + std::string(layout->name);
  }
  throw InputError(fmt::format("there is no layout '{}'; there are: {}", name, all));
}

const Layout& layout_of(const ClassFolder& folder) {
  const Layout* best = &kPlain;
  std::ptrdiff_t most = 0;
  for (const Layout* layout : kLayouts) {
    if (layout == &kPlain) continue;
    const std::ptrdiff_t count =
        std::count_if(folder.entries.begin(), folder.entries.end(), layout->fits);
    if (count > most && 2 * count >= std::ptrdiff_t(folder.entries.size())) {
      best = layout;
      most = count;
    }
  }
  return *best;
}

ClassFolder list_class_folder(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::is_regular_file(path, error))
    throw InputError(fmt::format("'{}' is a file; unpack it, and name the folder", path));
  if (!fs::is_directory(path, error))
    throw InputError("there is no folder of submissions '" + path + "'");
  ClassFolder folder;
  folder.path = path;
  for (const auto& entry : fs::directory_iterator(path, error)) {
    const std::string name = entry.path().filename().string();
    if (is_left_behind(name)) continue;
    const EntryKind kind = kind_of(entry.symlink_status(error));
    const bool git = kind == EntryKind::folder && fs::exists(entry.path() / ".git", error);
    folder.entries.push_back({name, kind, git});
  }
  if (error) throw InputError(fmt::format("cannot read '{}': {}", path, error.message()));
  std::sort(folder.entries.begin(), folder.entries.end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return folder;
}

Handed& submission_named(Listing& listing, const std::string& name) {
  const auto found = std::find_if(listing.handed.begin(), listing.handed.end(),
                                  [&](const Handed& one) { return one.name == name; });
  if (found != listing.handed.end()) return *found;
  Handed handed;
  handed.name = name;
  listing.handed.push_back(handed);
  return listing.handed.back();
}

}  // namespace kit::classroom
