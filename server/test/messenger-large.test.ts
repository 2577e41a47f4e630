import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Program } from './chaos/program.ts'
import { type Client, type TestApp, startTestApp, waitForJob } from './harness.ts'
import { type WecomStandIn, startWecom } from './stand-ins/wecom.ts'
import { Workers, peakOf } from './workers.ts'

const BASE = '/api/blade-qyweixin'
const SECRET = 'secretOfTheApplication0000000000'
const CORP = 'ww0000000000000001'
/** A large city is asked for by the environment. */
const STUDENTS = Number(process.env['MESSENGER_STUDENTS'] ?? 400)
const CONTACTS = Number(process.env['MESSENGER_CONTACTS'] ?? 2000)
const PER_CLASS = 40
const CLASSES_PER_GRADE = 10
const MEMBERS = 100
/** What is held of a directory must not grow with it: more than this the program gets for nothing. */
const HEAP_MB = 192

let platform: WecomStandIn
let app: TestApp
let admin: Client
let worker: Program
let workers: Workers

beforeAll(async () => {
  platform = await startWecom()
  platform.secrets.add(SECRET)
  fill(platform)
  app = await startTestApp({ WECOM_API: platform.base, ROLES: 'web' })
  admin = await app.user({ role: 'administrator' })
  workers = new Workers(app, { WECOM_API: platform.base, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` })
  worker = await workers.start()
})
afterAll(async () => {
  await worker?.kill()
  await app.app.close()
  await platform.close()
  workers.clear()
})

/** Classes of forty in grades of ten, a parent for each student, and contacts of a hundred members. */
function fill({ departments, students, parents, contacts }: WecomStandIn): void {
  departments.set(1, { id: 1, name: '学校', parentid: 0, type: 5 })
  let [next, grade, klass] = [2, 0, 0]
  for (let n = 0; n < STUDENTS; n += 1) {
    if (n % (PER_CLASS * CLASSES_PER_GRADE) === 0) {
      grade = next
      next += 1
      departments.set(grade, { id: grade, name: `年级${grade}`, parentid: 1, type: 2 })
    }
    if (n % PER_CLASS === 0) {
      klass = next
      next += 1
      departments.set(klass, { id: klass, name: `班${klass}`, parentid: grade, type: 1 })
    }
    students.set(`s${n}`, { student_userid: `s${n}`, name: `学生${n}`, department: [klass] })
    const children = [{ student_userid: `s${n}`, relation: '妈妈' }]
    parents.set(`p${n}`, { parent_userid: `p${n}`, mobile: String(13_900_000_000 + n), is_subscribe: 1, children })
  }
  for (let n = 0; n < CONTACTS; n += 1) {
    contacts.set(`wm${n}`, { external_userid: `wm${n}`, name: `联系人${n}`, type: 1, of: [`m${n % MEMBERS}`] })
  }
}

async function read(id: unknown): Promise<{ text: string; seconds: number }> {
  const began = performance.now()
  const { data } = await admin.post<any>(`${BASE}/corp/sync`, { id })
  const job = await waitForJob(admin, data.jobId, 1800)
  return { text: String(job['text']), seconds: Math.round((performance.now() - began) / 100) / 10 }
}

test('a large directory is read in the memory of a small one', async () => {
  const corp = { corpId: CORP, corpName: '校', schoolMode: 1, agentId: 1000002, secret: SECRET }
  const { data } = await admin.post<any>(`${BASE}/corp/submit`, corp)
  const before = peakOf(worker)
  const first = await read(data.id)
  const all = platform.departments.size + 2 * STUDENTS + CONTACTS
  expect(first.text).toBe(`新增${all}条，更新0条`)
  const again = await read(data.id)
  expect(again.text).toBe('新增0条，更新0条')
  const peak = peakOf(worker)
  expect(peak).toBeLessThan(2.5 * HEAP_MB)
  process.stdout.write(
    `${STUDENTS} students, as many parents, ${CONTACTS} contacts: ${first.seconds} s, again ${again.seconds} s; peak ${before} MB before, ${peak} after\n`,
  )
}, 3_600_000)
