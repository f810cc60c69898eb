"""The style sheet of the report: light and dark, from a phone to a printed sheet."""

STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --faint: #595959; --line: #ccc;
  --yes: #00598c; --no: #a34400; --bar: #0072b2; --track: #eee }
@media (prefers-color-scheme: dark) { :root { --ink: #eaeaea; --paper: #17191c; --faint: #a9adb3;
  --line: #44484e; --yes: #7cc6f2; --no: #ffa866; --bar: #56b4e9; --track: #2a2e33 } }
* { box-sizing: border-box }
body { font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 66rem; margin: 2rem auto; padding: 0 1rem }
section { margin-top: 3rem; border-top: 2px solid var(--line) } a { color: inherit }
h1, h2, h3 { line-height: 1.2 } h1, h2, p, li, tbody th { overflow-wrap: anywhere }
h3 { margin: 2.2rem 0 .5rem; font-size: 1.05rem }
.yes, .no { font-size: 1.3rem; font-weight: bold } .yes { color: var(--yes) }
.no, .mark { color: var(--no) } .note { color: var(--faint); font-size: .9rem; max-width: 44rem }
.side { display: flex; flex-wrap: wrap; gap: 0 3rem; align-items: flex-start }
.side > * { max-width: 100% } .wide { overflow-x: auto; max-width: 100% }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0 }
caption { text-align: left; font-weight: bold } summary { cursor: pointer; margin-top: 2rem }
th, td { padding: .15rem 0 .15rem 1.2rem; text-align: right; border-bottom: 1px solid var(--line) }
th { font-weight: normal; text-align: right } td { white-space: nowrap }
thead th { color: var(--faint); vertical-align: bottom }
tbody th { min-width: 3.5rem } th:first-child { text-align: left; padding-left: 0 }
td > b.heat { padding: .1rem .5rem }
.words th, .words td { text-align: left; vertical-align: top; white-space: normal }
.words tbody th { min-width: 4.6rem }
.bar { display: block; position: relative; width: 14rem; max-width: 36vw; height: 1rem;
  background: var(--track) }
.bar b { display: block; height: 100%; background: var(--bar); border-right: 1px solid var(--ink) }
.bar i { position: absolute; top: -.15rem; bottom: -.15rem; border-left: 2px dashed var(--ink) }
svg { display: block; max-width: 100%; height: auto; font-family: system-ui, sans-serif }
.names { display: flex; flex-wrap: wrap; gap: .3rem 1rem; padding: 0; margin: .5rem 0 1rem;
  list-style: none } .names li { display: flex; align-items: center; gap: .35rem }
.names svg { background: #fff; border-radius: 3px; flex: none }
.picker { position: relative; display: grid; gap: 1rem 2rem;
  grid-template-columns: 22rem minmax(0, 1fr) }
.stage { min-height: 7rem; padding-bottom: 5.6rem }
.picker svg { width: 100%; max-width: var(--card); border-radius: 2px }
.stage svg { background: #fff }
.rolls { max-height: 33rem; overflow-y: auto; padding: 2px }
.rolls fieldset { border: 0; margin: 0 0 .8rem; padding: 0; min-width: 0 }
.rolls legend { color: var(--faint); font-size: .85rem; padding: 0 0 .2rem }
.chips { display: flex; flex-wrap: wrap; gap: 3px }
.chips input { appearance: none; width: 0; height: 0; margin: 0; outline: 0; float: left }
.chips label { display: block; min-width: 3.7rem; padding: .25rem .35rem; text-align: center;
  font-size: .8rem; line-height: 1.15; cursor: pointer; border: 2px solid var(--line);
  border-radius: 4px; overflow-wrap: anywhere }
.chips label b { display: block; font-size: .95rem }
.chips input:checked + label { border-color: var(--ink); box-shadow: 0 0 0 2px var(--paper) inset }
.chips input:focus-visible + label { outline: 3px solid var(--no); outline-offset: 1px }
.shown { display: none; position: absolute; left: 0; top: 0; width: 100%; max-width: 22rem;
  margin: 0; pointer-events: none }
.chips input:checked ~ .shown { display: block }
.shown figcaption { padding-top: .5rem; font-size: .9rem; line-height: 1.3 }
@media (max-width: 48rem) { .picker { grid-template-columns: minmax(0, 1fr) }
  .rolls { max-height: 20rem } }
@media (max-width: 34rem) { body { margin: 1rem auto; padding: 0 .75rem } h1 { font-size: 1.5rem }
  table { font-size: .8rem } th, td { padding-left: .55rem } .side { gap: 0 1.5rem } }
@media print { :root { color-scheme: light; --ink: #000; --paper: #fff; --faint: #444; --yes: #000;
  --no: #000 } body { font-size: 10pt; max-width: none; margin: 0 } tr, svg { break-inside: avoid }
  section + section { break-before: page } h3, caption { break-after: avoid }
  .rolls { max-height: none } .wide { overflow: visible }
  * { print-color-adjust: exact } details::details-content { content-visibility: visible } }
"""
