import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'

/** Days until a known weakness has to be gone (docs/security/rules.md). */
const DAYS = { critical: 3, high: 14, moderate: 60, low: 60, info: 60 }

/** What `npm audit --json` found, worst first, one line each with what to do. */
export function findings({ vulnerabilities = {} }) {
  const order = Object.keys(DAYS)
  return Object.values(vulnerabilities)
    .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity) || a.name.localeCompare(b.name))
    .map(({ name, severity, range, fixAvailable }) => {
      const remedy = fixAvailable
        ? remedyOf(fixAvailable)
        : 'no fixed version: replace it or show that it is not reached'
      return `${severity}, ${DAYS[severity] ?? DAYS.info} days: ${name} ${range}; ${remedy}`
    })
}

function remedyOf(fix) {
  return fix === true
    ? 'npm audit fix'
    : `npm install ${fix.name}@${fix.version}${fix.isSemVerMajor ? ' (a major version)' : ''}`
}

/** Compares the lock file with the registry's list of known weaknesses. Exit code 1: there are some; 2: nobody answered. */
function main() {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const report = parsed(stdout)
  if (!report?.metadata) {
    process.stderr.write(`The registry did not answer.\n${report?.message ?? stdout ?? ''}\n`)
    process.exitCode = 2
    return
  }
  const lines = findings(report)
  process.stdout.write(
    lines.length > 0 ? `${lines.join('\n')}\n` : `${report.metadata.dependencies.total} packages, no known weakness.\n`,
  )
  process.exitCode = lines.length > 0 ? 1 : 0
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
