import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../test/fixtures/import-fixture.ts'
import { jpegOf } from '../../../test/fixtures/jpeg.ts'
import { type Client, TENANT, useTestApp, waitForJob } from '../../../test/harness.ts'
import { wallTime } from '../../platform/clock.ts'
import { nextId } from '../../platform/db/id.ts'
import { seenPhotos } from './photos.ts'

const program = useTestApp()
const BASE = '/api/yzl-gather'
const STUDENT = `${BASE}/gatherStudent`
const LINK = `${BASE}/gatherLink`
const DAY = 86_400_000
const at = (days: number) => wallTime(new Date(Date.now() + days * DAY))
/** As a phone stores what is taken upright: lying, to be turned. */
const TURNED = jpegOf(413, 295, 6)

let desk: Desk
let bureau: Client
let school: Client
let other: Client
let taskId = ''

beforeAll(async () => {
  desk = await openDesk(program())
  bureau = desk.user
  taskId = await addTask('照片', ['photoUrl', 'nation'])
  for (const [i, name] of ['甲', '乙', '丙'].entries()) await student(taskId, 0, i, name)
  await student(taskId, 1, 3, '别校')
  school = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code ?? '' })
  other = await program().user({ role: 'school', schoolCode: SCHOOLS[1]?.code ?? '' })
})

async function addTask(taskName: string, askedFields: string[]): Promise<string> {
  const body = { taskName, studyYear: 2025, gradeCodes: ['12'], askedFields, auditLevels: 1 }
  const more = { requiredFields: askedFields.slice(0, 1), beginTime: at(-1), endTime: at(1) }
  const { data } = await bureau.post(`${BASE}/gatherTask/submit`, { ...body, ...more })
  await bureau.post(`${BASE}/gatherTask/open`, { id: data.id })
  return data.id
}

async function student(task: string, unit: number, i: number, name: string): Promise<void> {
  const { code, area } = SCHOOLS[unit] ?? { code: '', area: '' }
  await sql`insert into gather_student (id, tenant_id, gather_task_id, student_code, student_name, area_code, school_code,
      grade_code, class_code, class_name, gather_status)
    values (${nextId()}, ${TENANT}, ${task}, ${`F0${i}`}, ${name}, ${area}, ${code}, '12', 'C1', '高三(1)班', 0)`.execute(
    desk.db,
  )
}

const rowOf = async (name: string, user = bureau): Promise<any> =>
  (await user.get(`${STUDENT}/list`, { gatherTaskId: taskId, studentName: name })).data.records[0]
const send = (user: Client, body: Buffer, name = '照片.jpg') => user.upload(`${STUDENT}/photo`, {}, [{ name, body }])
const keep = async (user: Client, name: string, photoUrl: string) => {
  const { id, updateTime } = await rowOf(name)
  return user.post(`${STUDENT}/submit`, { id, updateTime, photoUrl })
}
const opened = async (link: string) => program().anonymous.get(link)

describe('a photo of a student', () => {
  test('loses place and camera, keeps which way up it is, and opens for who sees the row alone', async () => {
    const { data, msg } = await send(school, TURNED)
    expect(msg).toBe('操作成功')
    expect((await keep(school, '甲', data.link)).msg).toBe('操作成功')
    const [stored] = (
      await sql<{ photoUrl: string }>`select photo_url from gather_student
      where gather_task_id = ${taskId} and student_name = '甲'`.execute(desk.db)
    ).rows
    expect(stored?.photoUrl).toMatch(/\/\d+$/)
    const row = await rowOf('甲', school)
    const { raw } = await opened(row.photoUrl)
    expect(raw.includes('GPS!')).toBe(false)
    expect(raw.subarray(0, 38).toString('hex')).toMatch(/^ffd8ffe10022457869660000.*0112000300000001000600/)
    expect((await opened(stored?.photoUrl ?? '')).status).toBe(400)
    expect((await opened(row.photoUrl.replace(/signature=./, 'signature=!'))).status).toBe(404)
    expect(await rowOf('甲', other)).toBeUndefined()
    expect((await other.get(`${STUDENT}/detail`, { id: row.id })).data?.photoUrl).toBeUndefined()
  })

  test.each([
    ['a text under the name of a picture', Buffer.from('no picture at all'), '只能上传jpg/png格式，且不超过500kb'],
    ['one that breaks off', TURNED.subarray(0, 60), '只能上传jpg/png格式，且不超过500kb'],
    ['one that is too large', Buffer.concat([TURNED, Buffer.alloc(512_000)]), '只能上传jpg/png格式，且不超过500kb'],
    ['one that lies', jpegOf(413, 295), '照片应为竖版一寸，宽高比295:413；这张是413×295'],
    ['a stamp', jpegOf(100, 140), '照片的宽应不少于180像素，高不超过4000像素；这张是100×140'],
  ])('%s is refused', async (_title, body, said) => {
    expect((await send(school, body)).msg).toBe(said)
  })

  test('of another uploader, or of anywhere else, is not taken', async () => {
    const { data } = await send(other, TURNED)
    for (const link of [data.link, 'https://example.com/a.jpg'])
      expect((await keep(school, '乙', link)).msg).toBe('照片已失效，请重新上传')
  })

  test('is not sent by who may not fill in', async () => {
    const reader = await program().user({ role: 'area', areaCode: SCHOOLS[0]?.area ?? '' })
    expect((await send(reader, TURNED)).status).toBe(403)
  })
})

async function tokenOf(name: string): Promise<string> {
  const { data } = await school.post(`${LINK}/make`, { gatherTaskId: taskId, ids: (await rowOf(name)).id })
  return data[0].path.slice('/p#'.length)
}

const look = (token: string) => program().anonymous.post(`${LINK}/open`, { token })
const answer = async (token: string, photoUrl: string) => {
  const { updateTime } = (await look(token)).data
  return program().anonymous.post(`${LINK}/answer`, { token, updateTime, values: { photoUrl } })
}
const asData = (body: Buffer) => `data:image/jpeg;base64,${body.toString('base64')}`

describe('parents', () => {
  test('send a photo with their answer, and are shown none', async () => {
    const token = await tokenOf('乙')
    const item = async () => (await look(token)).data.items.find((one: any) => one.name === 'photoUrl')
    expect(await item()).toEqual({ name: 'photoUrl', isRequired: true, value: '', isThere: false })
    expect((await answer(token, asData(TURNED))).data).toEqual({ changed: 1 })
    expect(await item()).toEqual({ name: 'photoUrl', isRequired: true, value: '', isThere: true })
    const { raw } = await opened((await rowOf('乙', school)).photoUrl)
    expect(raw.includes('GPS!')).toBe(false)
    expect((await answer(token, '')).data).toEqual({ changed: 0 })
    expect((await rowOf('乙')).photoUrl).toContain('/attach/file/')
  })

  test('do not reach the photo of another child', async () => {
    const token = await tokenOf('丙')
    const foreign = (await rowOf('甲')).photoUrl
    expect((await answer(token, foreign)).msg).toBe('照片没有传完整，请重新选择')
    expect((await answer(token, foreign.split('?')[0])).msg).toBe('照片没有传完整，请重新选择')
    expect((await rowOf('丙')).photoUrl).toBeNull()
    expect(JSON.stringify((await look(token)).data)).not.toContain('/attach/file/')
  })

  test.each([
    [Buffer.from('no picture at all'), '只能上传jpg/png格式，且不超过500kb'],
    [jpegOf(413, 295), '照片应为竖版一寸，宽高比295:413；这张是413×295'],
  ])('send no other thing', async (body, said) => {
    expect((await answer(await tokenOf('丙'), asData(body))).msg).toBe(said)
    expect((await rowOf('丙')).photoUrl).toBeNull()
  })

  test('send none where none is asked for', async () => {
    const own = taskId
    onTestFinished(() => {
      taskId = own
    })
    taskId = await addTask('不要照片', ['nation'])
    await student(taskId, 0, 7, '无照')
    const token = await tokenOf('无照')
    expect((await answer(token, asData(TURNED))).data).toEqual({ changed: 0 })
    expect((await rowOf('无照')).photoUrl).toBeNull()
  })
})

test('the analysis counts those without one, and lists them', async () => {
  const { data } = await bureau.post(`${STUDENT}/doAnalyse`, { gatherTaskId: taskId })
  await waitForJob(bureau, data.jobId)
  const result = await bureau.get(`${STUDENT}/getAnalyseResult`, { gatherTaskId: taskId, schoolCode: SCHOOLS[0]?.code })
  expect(result.data[0]).toMatchObject({ totalNum: 3, missPhotoNum: 1 })
  const listed = await school.get(`${STUDENT}/listAnalysed`, { gatherTaskId: taskId, finding: 'missPhotoNum' })
  expect(listed.data.records.map((one: any) => [one.studentName, one.problem])).toEqual([['丙', '还没有照片']])
})

test('a required photo keeps the row back until it is there', async () => {
  const refused = await school.post(`${STUDENT}/sendAll`, { gatherTaskId: taskId })
  expect(refused.data).toMatchObject({ sent: 2, refused: 1, message: '丙还没有填写照片' })
})

test('the newest photo of each student is found by the code of the student, as far as the reader sees', async () => {
  const again = await addTask('再拍', ['photoUrl'])
  const put = (code: string, unit: number, photoUrl: string | null, time: string) =>
    sql`insert into gather_student (id, tenant_id, gather_task_id, student_code, student_name, area_code, school_code,
        grade_code, gather_status, photo_url, update_time)
      values (${nextId()}, ${TENANT}, ${code.endsWith('2') ? again : taskId}, ${code.slice(0, 2)}, ${code},
        ${SCHOOLS[unit]?.area}, ${SCHOOLS[unit]?.code}, '12', 0, ${photoUrl}, ${time})`.execute(desk.db)
  const file = (id: number) => `/api/blade-resource/attach/file/${TENANT}/${id}`
  await put('P11', 0, file(11), '2026-01-02')
  await put('P12', 0, file(12), '2026-01-01')
  await put('P51', 0, file(51), '2026-01-01')
  await put('P52', 0, file(52), '2026-01-02')
  await put('P61', 0, file(61), '2026-01-01')
  await put('P62', 0, file(62), '2026-01-01')
  await put('P21', 0, file(21), '2026-01-01')
  await put('P22', 0, '', '2026-01-02')
  await put('P31', 1, file(31), '2026-01-01')
  await put('P41', 0, '/photo/x.jpg', '2026-01-01')
  const found = async ({ userId }: Client) => {
    const ctx = await program().app.ctxOf(TENANT, userId)
    if (!ctx) throw new Error('no context')
    return Object.fromEntries(await seenPhotos(ctx, ['P1', 'P2', 'P3', 'P4', 'P5', 'P6']))
  }
  expect(await found(school)).toEqual({ P1: '11', P2: '21', P5: '52', P6: '62' })
  expect(await found(other)).toEqual({ P3: '31' })
  expect(await found(bureau)).toEqual({ P1: '11', P2: '21', P3: '31', P5: '52', P6: '62' })
})
