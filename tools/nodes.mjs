import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { buildWeb, install, root } from './install.mjs'
import { layNode } from './node-binary.mjs'

// The product under every line of Node it is said to run on, on Linux: `npm run nodes [-- 24.21.0 …]`. Each runs
// `npm run check`, then a program of its own from an empty folder, which is signed in to and asked for the demo's figures.
const VERSIONS = ['20.19.0', '22.23.3', '24.21.0', '26.12.1']
const START_MS = 300_000
const DEMO = { tenantId: '097108', username: 'exam', password: md5('Demo@2026'), grant_type: 'password' }
const CLIENT = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`

install()
buildWeb()
const { runStage } = await import('./stage.mjs')
const asked = process.argv.slice(2)
const rows = []
for (const version of asked.length > 0 ? asked : VERSIONS) rows.push(await tryVersion(version))
console.table(rows)
process.exitCode = rows.every((row) => row.check === 0 && row.end === 0) ? 0 : 1

async function tryVersion(version) {
  const folder = join(root, 'data', 'nodes', version)
  layNode(folder, process.arch, version)
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}` }
  const check = await runStage(`check under Node ${version}`, join(folder, 'node'), ['tools/check.mjs'], env)
  return { version, check, ...(await journey(join(folder, 'node'), env)) }
}

/** Starts, looks and stops; answers what was seen, and what the program ended with. */
async function journey(node, env) {
  const dataDir = mkdtempSync(join(tmpdir(), 'nodes-'))
  const port = await freePort()
  const own = { DATA_DIR: dataDir, PORT: String(port), CAPTCHA: 'off', LOG_LEVEL: 'error', ...env }
  const program = spawn(node, ['--import', 'tsx', 'server/src/main.ts'], { cwd: root, env: { ...process.env, ...own } })
  const said = []
  for (const stream of [program.stdout, program.stderr])
    stream.setEncoding('utf8').on('data', (text) => said.push(text))
  const ended = new Promise((done) => program.on('close', (code) => done(code ?? 1)))
  try {
    const startedAt = Date.now()
    const base = `http://127.0.0.1:${port}`
    await until(() => fetch(`${base}/readyz`).then(({ ok }) => ok), program)
    const seconds = Math.round((Date.now() - startedAt) / 100) / 10
    return { start: seconds, ...(await figures(base)), warnings: warningsIn(said), end: await stop(program, ended) }
  } catch (error) {
    console.error(said.join(''))
    return { reason: String(error), end: (await stop(program, ended)) || 1 }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function figures(base) {
  const signedIn = await fetch(`${base}/api/blade-auth/oauth/token?${new URLSearchParams(DEMO)}`, {
    method: 'POST',
    headers: { authorization: CLIENT },
  })
  const { access_token: token } = await signedIn.json()
  const get = async (path) => {
    const answer = await fetch(`${base}/api/bigdata-service/${path}`, { headers: { 'blade-auth': `bearer ${token}` } })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
    return (await answer.json()).data
  }
  const { total: students } = await get('basicstudent/list?size=1')
  const { records: exams } = await get('examinfo/list?size=10')
  const published = exams.find(({ packageVersion }) => Number(packageVersion) > 0)
  const report = await get(`report/getOneScoreTwoRateSchoolList?examId=${published?.id}&size=100`)
  return { students: Number(students), schools: report.records.length }
}

function warningsIn(said) {
  return said
    .join('')
    .split('\n')
    .filter((line) => /warning/i.test(line)).length
}

async function stop(program, ended) {
  program.kill('SIGTERM')
  return ended
}

async function until(isTrue, program) {
  const end = Date.now() + START_MS
  while (!(await isTrue().catch(() => false))) {
    if (program.exitCode !== null || Date.now() > end) throw new Error('the program does not start')
    await new Promise((done) => setTimeout(done, 200))
  }
}

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })
}

function md5(text) {
  return createHash('md5').update(text).digest('hex')
}
