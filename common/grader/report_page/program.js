// The page of a program that is no lab: its source with what was counted, and the block that was recorded.

drawSource();
drawReplay();
