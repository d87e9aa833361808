// No message while formulas are drawn.
MathJax.Hub.Config({messageStyle: "none"});
