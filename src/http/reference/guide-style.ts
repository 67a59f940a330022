/** The style of the guides, and of the pages about one code. */
export const guideStyle = `:root { color-scheme: light dark; --line: #c9c9c9;
  --link: #0b5c5c; --soft: #f4f6f6; --ground: #fff; --text: #1b1b1b }
@media (prefers-color-scheme: dark) { :root { --line: #555; --link: #7fd1d1; --soft: #262d2d;
  --ground: #171c1c; --text: #e4e6e6 } }
body { margin: 0; color: var(--text); background: var(--ground);
  font: 1rem/1.5 system-ui, sans-serif; display: grid; column-gap: 2rem;
  grid-template: "head head" "nav text" / minmax(11rem, 16rem) minmax(0, 52rem);
  padding: 0 1.25rem }
.skip { position: absolute; left: -100rem } .skip:focus { left: 1rem; top: .5rem }
header { grid-area: head; border-bottom: 1px solid var(--line) }
header a { margin-right: 1.25rem }
body > nav { grid-area: nav; padding-top: 1rem }
main { grid-area: text; outline: none; padding-bottom: 4rem }
a { color: var(--link) } nav ul { list-style: none; padding: 0 } nav li { margin: .35rem 0 }
[aria-current] { font-weight: 700; text-decoration: none }
.contents { padding: .25rem 1rem; background: var(--soft); border-radius: .25rem }
h1 { font-size: 1.6rem; line-height: 1.2 } h2 { margin-top: 2.5rem; font-size: 1.25rem }
h3 { margin-top: 2rem; font-size: 1.05rem }
:target { scroll-margin-top: 1rem; text-decoration: underline }
pre { overflow-x: auto; padding: 1rem; background: var(--soft); border: 1px solid var(--line) }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }
pre code { overflow-wrap: normal }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .75rem .35rem 0;
  text-align: left; vertical-align: top }
@media (max-width: 48rem) { body { display: block; padding: 0 1rem } body > nav ul { columns: 2 } }
`
