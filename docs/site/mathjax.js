// No message while formulas are drawn.
MathJax.Hub.Config({messageStyle: "none"});
// Formulas as MathML beside their pictures, for screen readers: the extension needs MathML's element to be there.
MathJax.Hub.Register.StartupHook("mml Jax Ready", () => MathJax.Ajax.Require("[MathJax]/extensions/AssistiveMML.js"));
