// The page at /: what this is, and the two ways on.

export const firstStyle = `:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 40rem; padding: 3rem 1.5rem; }
body { font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.25rem; }
ul { padding: 0; list-style: none; }
li { margin: 0 0 1rem; }
a { font-weight: 600; }
`

export const firstPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fourcorner</title>
<link rel="stylesheet" href="/docs/static/theme/first.css">
<link rel="icon" href="/docs/static/theme/mark.svg">
</head>
<body>
<main>
<h1>Fourcorner</h1>
<p>This is a gateway to the Peppol network: it sends and receives invoices and other documents for
invoicing systems.</p>
<ul>
<li><a href="/console">Console</a><br>For people: what was sent and received, what needs attention,
and why.</li>
<li><a href="/docs">Reference of the API</a><br>For programs: every call, to read and to try.</li>
</ul>
</main>
</body>
</html>
`
