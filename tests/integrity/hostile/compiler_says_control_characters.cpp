/// @file
/// Has the compiler repeat what steers a terminal and turns the direction of text.

// FRAME

static_assert(sizeof(int) == 1, "<script>alert(1)</script> \033[2J \xE2\x80\xAE \u202e \x9b");

// raw: [2J‮�
int é[2J‮� = undeclared_é "[2J‮�";

void submission(const Call&) {}
