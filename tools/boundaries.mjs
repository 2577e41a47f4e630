// Who may import whom: one order of domains, from which the rules of `.oxlintrc.json` are made.
// `node tools/boundaries.mjs` writes them; with `--check` it only says what does not agree, and a test asks for that.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'

/** Lower tiers first. A domain may use those of lower tiers through their `index.ts`; `ops` stands beside and uses none. */
const TIERS = [
  ['tenancy'],
  ['settings', 'log', 'resource'],
  ['credentials'],
  ['rights'],
  ['people', 'directory', 'notices', 'develop'],
  ['sign-in', 'school', 'workflow', 'mp'],
  ['gather', 'portfolio', 'seal', 'mall', 'wecom', 'privacy'],
  ['exam'],
  ['questions', 'lines', 'arrange'],
  ['report'],
  ['exam-model'],
]

const CONFIG = new URL('../.oxlintrc.json', import.meta.url)
const CONTRACT = ['contract', 'contract-kit', 'contract-derive', 'contract-platform', 'contract-domain']
const RULE = 'boundaries/dependencies'
const OWN = '{{from.element.captured.domain}}'

/** A folder of source: files in it are of one kind. The first pattern that fits counts. */
const ELEMENTS = [
  { type: 'contract-kit', pattern: 'contract/src/kit' },
  { type: 'contract-derive', pattern: 'contract/src/derive' },
  { type: 'contract-platform', pattern: 'contract/src/platform' },
  { type: 'contract-domain', pattern: 'contract/src/domains/*', capture: ['domain'] },
  { type: 'contract', pattern: 'contract/src' },
  { type: 'server-platform', pattern: 'server/src/platform' },
  { type: 'server-domain', pattern: 'server/src/domains/*', capture: ['domain'] },
  { type: 'server-demo', pattern: 'server/src/demo' },
  { type: 'server-cli', pattern: 'server/src/cli' },
  { type: 'server-app', pattern: 'server/src' },
  { type: 'web-platform', pattern: 'web/src/platform' },
  { type: 'web-domain', pattern: 'web/src/domains/*', capture: ['domain'] },
  { type: 'web-shell', pattern: 'web/src/shell' },
  { type: 'web-locales', pattern: 'web/src/locales' },
  { type: 'web-app', pattern: 'web/src' },
]

function to(type, more = {}) {
  return { to: { element: { type, ...more } } }
}

function rule(from, ...allow) {
  return { from: { element: typeof from === 'string' || Array.isArray(from) ? { type: from } : from }, allow }
}

const own = (type) => to(type, { captured: { domain: OWN } })

/** One rule per tier: its domains may use every lower domain through its `index.ts`. */
function downward(type) {
  return TIERS.slice(1).map((domains, at) =>
    rule(
      { type, captured: { domain: domains } },
      to(type, { captured: { domain: TIERS.slice(0, at + 1).flat() }, fileInternalPath: 'index.ts' }),
    ),
  )
}

const POLICIES = [
  rule('contract-kit', to('contract-kit')),
  rule('contract-derive', to(['contract-derive', 'contract-kit'])),
  rule('contract-platform', to(['contract-platform', 'contract-derive', 'contract-kit'])),
  rule('contract-domain', to(['contract-kit', 'contract-derive', 'contract-platform']), own('contract-domain')),
  rule('contract', to(CONTRACT)),
  rule('server-platform', to(['server-platform', 'contract', 'contract-kit', 'contract-derive', 'contract-platform'])),
  rule('server-domain', to(['server-platform', ...CONTRACT]), own('server-domain')),
  ...downward('server-domain'),
  rule(
    ['server-demo', 'server-cli', 'server-app'],
    to(['server-platform', 'server-domain', 'server-demo', ...CONTRACT]),
  ),
  rule(['server-app', 'server-cli'], to(['server-app', 'server-cli'])),
  rule(
    'web-platform',
    to(['web-platform', 'web-locales', 'contract', 'contract-kit', 'contract-derive', 'contract-platform']),
  ),
  rule('web-domain', to(['web-platform', ...CONTRACT]), own('web-domain')),
  ...downward('web-domain'),
  rule('web-shell', to(['web-shell', 'web-domain', 'web-platform', ...CONTRACT])),
  rule('web-app', to(['web-app', 'web-shell', 'web-domain', 'web-platform', ...CONTRACT])),
]

/**
 * The files of an element are asked only the rules about it, for the linter goes through all of them at each import. Of several
 * that fit a file it takes the last: wide folders come before what lies in them.
 */
function overrides() {
  return ELEMENTS.toReversed().map(({ type, pattern }) => {
    const policies = POLICIES.filter(({ from }) => [from.element.type].flat().includes(type))
    return { files: [`**/${pattern}/**`], rules: { [RULE]: ['error', { default: 'disallow', policies }] } }
  })
}

/** The linter's configuration with the rules of this file in it, where such rules stand already: before what tests may do. */
function withBoundaries(config) {
  const changed = structuredClone(config)
  changed.settings['boundaries/elements'] = ELEMENTS
  const isMade = ({ rules }) => Array.isArray(rules[RULE])
  const at = changed.overrides.findIndex(isMade)
  changed.overrides = changed.overrides.filter((one) => !isMade(one))
  changed.overrides.splice(at, 0, ...overrides())
  return changed
}

/** Rules that are not those of this file, and domains without a place in the order. */
function disagreements(config) {
  const known = ['ops', ...TIERS.flat()]
  const homeless = ['contract', 'server', 'web'].flatMap((workspace) =>
    readdirSync(new URL(`../${workspace}/src/domains`, import.meta.url))
      .filter((domain) => !known.includes(domain))
      .map((domain) => `${workspace}/src/domains/${domain} has no place in the order of domains`),
  )
  const isSame = JSON.stringify(config) === JSON.stringify(withBoundaries(config))
  return isSame ? homeless : ['.oxlintrc.json has other rules: run node tools/boundaries.mjs', ...homeless]
}

/** JSON in which what fits into a line stays in one. */
function print(value, indent = '') {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= 116) return spaced(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = Object.entries(value).map(
    ([key, one]) => (isList ? '' : `${JSON.stringify(key)}: `) + print(one, inner),
  )
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`
}

function spaced(value) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  const parts = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${spaced(one)}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

const config = JSON.parse(readFileSync(CONFIG, 'utf8'))
if (process.argv.includes('--check')) {
  const found = disagreements(config)
  process.stdout.write(found.map((line) => `${line}\n`).join(''))
  process.exitCode = found.length > 0 ? 1 : 0
} else {
  writeFileSync(CONFIG, `${print(withBoundaries(config))}\n`)
}
