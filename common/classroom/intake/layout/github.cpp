// GitHub Classroom: assignment-slug-login, a repository each. Where the slug ends and the login
// begins no name alone tells, since both may hold hyphens; but all of a class have the same slug,
// and a roster has the logins. What commits say of their time is the student's word: it is not
// read.
#include <algorithm>

#include "classroom/intake/layout/file_kind.hpp"
#include "classroom/intake/layout/layout.hpp"

namespace kit::classroom {
namespace {

bool is_repository(const Entry& entry) {
  return entry.has_git;
}

/// Every beginning that ends in a hyphen and that all names have; the empty one too.
std::vector<std::string> common_slugs(const std::vector<std::string>& names) {
  std::vector<std::string> slugs = {""};
  if (names.empty()) return slugs;
  for (std::size_t at = names[0].find('-'); at != std::string::npos;
       at = names[0].find('-', at + 1)) {
    const std::string slug = names[0].substr(0, at + 1);
    const bool common = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      return name.starts_with(slug) && name.size() > slug.size();
    });
    if (common) slugs.push_back(slug);
  }
  return slugs;
}

/// The slug that leaves the most logins of the roster; without a roster the longest.
std::string slug_of(const std::vector<std::string>& names, const std::set<std::string>& logins) {
  std::string best;
  std::ptrdiff_t most = 0;
  for (const std::string& slug : common_slugs(names)) {
    const std::ptrdiff_t known = std::count_if(
        names.begin(), names.end(),
        [&](const std::string& name) { return logins.count(name.substr(slug.size())) > 0; });
    // One name alone has no slug that could be told from its login.
    const bool longer = logins.empty() && names.size() > 1;
    if (known > most || longer) {
      best = slug;
      most = known;
    }
  }
  return best;
}

Listing read_github(const ClassFolder& folder) {
  Listing listing;
  std::vector<std::string> names;
  for (const Entry& entry : folder.entries)
    if (entry.kind == EntryKind::folder) names.push_back(lower_case(entry.name));
  const std::string slug = slug_of(names, folder.logins);
  for (const Entry& entry : folder.entries) {
    if (entry.kind != EntryKind::folder) {
      listing.ignored.push_back({entry.name, "it is no repository"});
      continue;
    }
    Handed handed;
    handed.name = entry.name;
    handed.people.push_back({lower_case(entry.name).substr(slug.size()), {}, ""});
    handed.pieces.push_back({entry.name, "", 0});
    listing.handed.push_back(std::move(handed));
  }
  return listing;
}

}  // namespace

const Layout kGithub = {"github", "GitHub Classroom", "github", is_repository, read_github};

}  // namespace kit::classroom
