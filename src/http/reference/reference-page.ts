// The page at /docs: three steps to a first invoice, the guides, and below them every call, shown
// by Swagger UI. Everything comes from this server, and scripts from files only.
import { escaped } from './escaped.ts'
import type { Guide } from './guide-links.ts'

/** The four corners of the network, and the way of a document from one to the next. */
export const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<path d="M7 7v18h18V7" fill="none" stroke="#0b6e6e" stroke-width="3"/>
<g fill="#0b6e6e"><circle cx="7" cy="7" r="4"/><circle cx="25" cy="7" r="4"/></g>
<g fill="#e07a1f"><circle cx="7" cy="25" r="4"/><circle cx="25" cy="25" r="4"/></g>
</svg>
`

export const pageStyle = `
:root { --line: #c9c9c9; --ground: #fff; --link: #0b5c5c }
html.dark-mode { --line: #555; --ground: #1c2022; --link: #7fd1d1 }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: #1b1b1b; background: var(--ground) }
html.dark-mode body { color: #e4e6e6 }
header a { color: var(--link) }
header, .swagger-ui .wrapper { max-width: 75rem; margin: 0 auto; padding: 0 1.25rem }
header h1 { display: flex; align-items: center; gap: .75rem; margin: 1.5rem 0 .5rem }
header h1 img { width: 2.5rem; height: 2.5rem }
header ol { display: grid; gap: 1.5rem; padding: 0; list-style: none;
  grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)) }
header li { padding: 1rem; border: 1px solid var(--line); border-radius: .25rem }
header h2 { margin: 0 0 .5rem; font-size: 1.1rem }
header p { margin: .5rem 0 }
header button { font: inherit; padding: .25rem .75rem; cursor: pointer }
header output { overflow-wrap: anywhere }
/* The page has said it. */
.swagger-ui .info { margin: 1.5rem 0 }
.swagger-ui .info hgroup { display: none }
/* "Execute" and the document stand above the many headers that are hardly ever filled in. */
.swagger-ui .opblock-body { display: flex; flex-direction: column }
.swagger-ui .opblock-body > .opblock-description-wrapper { order: -2 }
.swagger-ui .execute-wrapper, .swagger-ui .btn-group { order: -1; position: sticky; top: 0;
  z-index: 1; padding: .75rem 1.25rem; background: var(--ground) }
.swagger-ui .opblock-body > .opblock-section { display: flex; flex-direction: column }
.swagger-ui .opblock-section > .opblock-section-request-body { order: -1 }
`

export const pageScript = `
const kept = 'X-API-Token'

// For as long as the tab is open: local storage would keep a secret for the next person.
function keep(token) {
  if (token) sessionStorage.setItem(kept, token)
  else sessionStorage.removeItem(kept)
}

const keepsToken = {
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (authorize) => (given) => {
          keep(given.apiToken?.value)
          return authorize(given)
        },
        logout: (logout) => (given) => {
          keep()
          return logout(given)
        },
      },
    },
  },
}

const dark = matchMedia('(prefers-color-scheme: dark)')
const inScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
inScheme()
dark.addEventListener('change', inScheme)

// The document that was submitted last is the one that the third step is about.
let submitted
let executed

document.addEventListener('click', ({ target }) => {
  if (target.closest?.('.execute')) executed = target.closest('.opblock')
})

function noticeAnswer(response) {
  if (!executed) return response
  const { id } = response.obj ?? {}
  if (/\\/submit(\\?|$)/.test(response.url) && response.ok && id) {
    submitted = id
    for (const place of document.querySelectorAll('output[data-document]')) place.value = id
  }
  const block = executed
  whenThere(() => block.querySelector('.live-responses-table')).then((answer) =>
    answer?.scrollIntoView({ block: 'center' }),
  )
  return response
}

async function whenThere(find) {
  for (let frames = 0; frames < 120; frames++) {
    await new Promise(requestAnimationFrame)
    const found = find()
    if (found) return found
  }
}

function fillIn(block) {
  const path = block?.querySelector('[data-path]')?.dataset.path
  if (!path || !submitted) return
  const parameters = ui.specSelectors.operationWithMeta(path, 'get').get('parameters')
  const id = parameters?.find((parameter) => parameter.get('name') === 'id')
  if (id) ui.specActions.changeParamByIdentity([path, 'get'], id, submitted, false)
}

const ui = SwaggerUIBundle({
  url: '/docs/json',
  dom_id: '#calls',
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  plugins: [keepsToken],
  responseInterceptor: noticeAnswer,
  onComplete() {
    const token = sessionStorage.getItem(kept)
    if (token) ui.preauthorizeApiKey('apiToken', token)
  },
})

for (const button of document.querySelectorAll('button[data-call]')) {
  const [tag, operation] = button.dataset.call.split('/')
  button.addEventListener('click', () => {
    ui.layoutActions.show(['operations-tag', tag], true)
    ui.layoutActions.show(['operations', tag, operation], true)
    const place = '[id="operations-' + tag + '-' + operation + '"]'
    whenThere(() => document.querySelector(place + ' .opblock-body')).then((body) => {
      const block = body?.closest('.opblock')
      block?.scrollIntoView()
      fillIn(block)
    })
  })
}

document.querySelector('button[data-authorize]').addEventListener('click', () => {
  document.querySelector('#calls .authorize')?.click()
})
`

export function referencePage(guides: readonly Guide[]): string {
  const links = guides.map(({ name, title }) => `<a href="/guides/${name}">${escaped(title)}</a>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Fourcorner</title>
<link rel="icon" type="image/svg+xml" href="/docs/static/theme/mark.svg">
<link rel="stylesheet" href="/docs/static/swagger-ui.css">
<link rel="stylesheet" href="/docs/static/theme/page.css">
</head>
<body>
<header>
<h1><img src="/docs/static/theme/mark.svg" alt="">Fourcorner</h1>
<p>From your invoicing system over the Peppol network, and back, with proof of delivery.</p>
<ol>
<li>
<h2>1. Your token</h2>
<p>On the sandbox it is in the file <code>data/api-token</code>; elsewhere the operator makes one:
<code>fourcorner token create --name me</code>. It is kept until you close this tab.</p>
<button data-authorize>Enter the token</button>
</li>
<li>
<h2>2. The first invoice</h2>
<p>An example is filled in, as JSON and as UBL. Its receiver is on the sandbox: press Execute.</p>
<button data-call="Invoices/submitInvoice">Submit an invoice</button>
</li>
<li>
<h2>3. Follow it</h2>
<p>With the <code>id</code> of the answer, see where it stands, and print it.
<output data-document></output></p>
<button data-call="Status/showDocument">Show its status</button>
<button data-call="Documents/printStoredDocument">Print it</button>
</li>
</ol>
<p><a href="/console">Console</a>: what was sent and received, as pages for people.</p>
${links.length > 0 ? `<p>Guides: ${links.join(', ')}</p>` : ''}
</header>
<main id="calls"></main>
<script src="/docs/static/swagger-ui-bundle.js"></script>
<script src="/docs/static/theme/page.js"></script>
</body>
</html>
`
}
