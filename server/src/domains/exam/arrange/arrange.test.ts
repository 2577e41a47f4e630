import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, test } from 'vitest'
import { addCandidates, codeOf, plansOf, seatsOf, valid } from '../../../../test/fixtures/arrange-plan.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { expectSealed, sealForPapers } from '../../../../test/fixtures/sealed-papers.ts'
import { type Client, TENANT, useTestApp, waitForJob } from '../../../../test/harness.ts'
import { readBytes, readEntries } from '../../../../test/unzip.ts'
import { nextId } from '../../../platform/db/id.ts'

const program = useTestApp()
const BASE = '/api/bigdata-service'
/** A PNG of one point. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

let desk: Desk
let school: Client
let examId = ''
let taskId = ''
const { addPlan, listOf, students, planNow, number, arrange } = plansOf(
  () => desk,
  () => taskId,
)

beforeAll(async () => {
  desk = await openDesk(program())
  school = await program().user({
    role: 'school',
    schoolCode: SCHOOLS[0]?.code ?? '',
    permissions: ['examarrangetask_view', 'examarrangetaskstudent_view', 'examarrangetaskroom_view'],
  })
  examId = await addCandidates(desk)
  taskId = await addPlan('期末编排')
})

async function print(paper: string, more: object) {
  const job = await desk.run('examArrangeTask/printPaper', { id: taskId, paper, reason: '考前张贴', ...more })
  return desk.user.get(`/api/blade-resource/file/${String(job['fileId'])}`)
}

async function edit(change: object): Promise<string> {
  const { id, updateTime } = await planNow()
  return (await desk.post('examArrangeTask/submit', { id, updateTime, ...change })).msg
}

describe('a plan of rooms and seats', () => {
  test('takes the candidates of an exam once', async () => {
    const take = () => desk.post('examArrangeTaskStudent/importStudentFromExam', { arrangeTaskId: taskId, examId })
    expect((await take()).data).toEqual({ added: 20, skipped: 0, scored: 0 })
    expect((await take()).data).toEqual({ added: 0, skipped: 20, scored: 0 })
    expect(await planNow()).toMatchObject({ studentNum: 20, arrangeStatus: 1 })
  })

  test('looks its candidates up in the register', async () => {
    await sql`update exam_arrange_task_student set student_code = null where student_name = '学生甲'`.execute(desk.db)
    expect((await desk.post('examArrangeTaskStudent/collateExamStudentCode', { arrangeTaskId: taskId })).data).toEqual({
      matched: 0,
      filled: 0,
      doubtful: 0,
      missing: 20,
    })
  })

  test('is not arranged without rooms, and refuses more candidates than seats by name', async () => {
    await expect(arrange()).rejects.toThrow('还没有考场，请先建立考场')
    const crowded = await desk.post('examArrangeTaskRoom/initExamRoom', { arrangeTaskId: taskId, examRoomSeatNum: 7 })
    expect([crowded.status, crowded.msg]).toEqual([400, '每场7人，3行2列坐不下'])
    expect(await edit({ examRoomSeatNum: 7 })).toBe('每场7人，3行2列坐不下')
    expect(await listOf('examArrangeTaskRoom')).toEqual([])
    const made = await desk.post('examArrangeTaskRoom/initExamRoom', { arrangeTaskId: taskId, studentNum: 18 })
    expect(made.data).toEqual({ rooms: 3, spares: 0 })
    await expect(arrange()).rejects.toThrow(/考生20人，座位只有18个，还差2个：学生.、学生.没有座位，请增加考场$/)
  })

  test('makes rooms for its candidates, and spare ones', async () => {
    const made = await desk.post('examArrangeTaskRoom/initExamRoom', { arrangeTaskId: taskId, spareNum: 1 })
    expect(made.data).toEqual({ rooms: 4, spares: 1 })
    const rooms = await listOf('examArrangeTaskRoom')
    expect(rooms.map(({ examRoomNo, isSpare }) => [examRoomNo, isSpare])).toEqual([
      ['001', 0],
      ['002', 0],
      ['003', 0],
      ['004', 0],
      ['005', 1],
    ])
  })

  test('refuses a room whose disabled seats lie outside, and one with more seats than places', async () => {
    const room = { arrangeTaskId: taskId, examRoomNo: '901', examRoomSeatNum: 6, seatRows: 3, seatCols: 2 }
    const add = async (change: object) => (await desk.post('examArrangeTaskRoom/submit', { ...room, ...change })).msg
    expect(await add({ disabledSeats: '4-1' })).toBe('停用座位应写成“行-列”，在3行2列之内')
    expect(await add({ disabledSeats: '3-1' })).toBe('座位数不能多于可用的5个位置')
  })

  test('gives everybody one seat, no class beside itself, and the same seats for the same seed', async () => {
    expect(await arrange()).toMatchObject({ text: '已排20人' })
    const first = await students()
    expect(new Set(first.map(({ examRoomNo, examRoomSeatNum }) => `${examRoomNo}-${examRoomSeatNum}`)).size).toBe(20)
    expect(first.filter(({ conflictMsg }) => conflictMsg !== null)).toEqual([])
    await arrange()
    expect(seatsOf(await students())).toEqual(seatsOf(first))
    expect(await planNow()).toMatchObject({ arrangeStatus: 3, conflictNum: 0, seed: 11 })
  })

  test('refuses a new order of seats, and a room that goes from under its candidates, by name', async () => {
    expect(await edit({ seatRows: 4 })).toBe('已排座，不能改“行数”，请先清除座位')
    const [room] = await listOf('examArrangeTaskRoom')
    const gone = await desk.post('examArrangeTaskRoom/foreverDelete', { ids: room?.['id'] })
    expect(gone.msg).toMatch(/^考场001排有考生：(学生.、){4}学生.(等6人)?，请先清除座位$/)
    expect((await desk.post('examArrangeTaskRoom/remove', { ids: room?.['id'] })).msg).toBe(gone.msg)
  })

  test('refuses a template that makes a number twice, by number and name', async () => {
    expect(await edit({ codeTemplate: '[考场][场次]' })).toMatch(/^没有“\[场次\]”这一项/)
    expect(await edit({ codeTemplate: '[考场3]' })).toMatch(/否则考号会重复$/)
    valid(await edit({ codeTemplate: '[考场1][座位2][序号1]' }))
    valid(await edit({ codeTemplate: '7[序号1]' }))
    expect((await number()).msg).toMatch(/^模板编出10个重复的考号：71（学生.、学生.）；/)
  })

  test('numbers its candidates by room and seat, and again the same after they were cleared', async () => {
    valid(await edit({ codeTemplate: '26[考场3][座位2]' }))
    expect((await number()).data).toEqual({ numbered: 20, first: '2600101', last: '2600405' })
    const first = await students()
    const cleared = await desk.post('examArrangeTaskStudent/clearStudentNumber', { arrangeTaskId: taskId })
    expect(cleared.data).toEqual({ cleared: 20 })
    await number()
    valid(await edit({ codeTemplate: '27[考场3][座位2]' }))
    expect(await planNow()).toMatchObject({ arrangeStatus: 3 })
    valid(await edit({ codeTemplate: '26[考场3][座位2]' }))
    await number()
    const numbersOf = (rows: typeof first) => rows.map((row) => `${row['studentName']} ${row['studentNumber']}`)
    expect(numbersOf(await students())).toEqual(numbersOf(first))
  })

  test('is seen by a school once it is published, with its own candidates', async () => {
    expect(await listOf('examArrangeTaskStudent', {}, school)).toEqual([])
    for (const step of ['lock', 'publish']) valid((await desk.post(`examArrangeTask/${step}`, { id: taskId })).msg)
    expect(await listOf('examArrangeTaskStudent', {}, school)).toHaveLength(10)
    expect((await listOf('examArrangeTaskRoom', {}, school)).length).toBeGreaterThan(0)
    valid((await desk.post('examArrangeTask/withdraw', { id: taskId })).msg)
  })

  test('locked exchanges seats with their numbers, and says what that breaks', async () => {
    const [one] = await students({ examRoomNo: '001', examRoomSeatNum: 1 })
    const [other] = await students({ examRoomNo: '002', examRoomSeatNum: 3 })
    const swapped = await desk.post('examArrangeTaskStudent/swapSeats', {
      id: one?.['id'],
      examRoomNo: '002',
      examRoomSeatNum: 3,
    })
    valid(swapped.msg)
    const [now] = await students({ examRoomNo: '002', examRoomSeatNum: 3 })
    expect([now?.['id'], now?.['studentNumber']]).toEqual([one?.['id'], '2600203'])
    const [moved] = await students({ examRoomNo: '001', examRoomSeatNum: 1 })
    expect([moved?.['id'], moved?.['studentNumber']]).toEqual([other?.['id'], '2600101'])
    const wrong = (await students()).filter(({ conflictMsg }) => conflictMsg !== null)
    expect(swapped.data).toEqual({ conflictNum: wrong.length })
  })

  test('exchanges one candidate after the other when two ask at once', async () => {
    const [one] = await students({ examRoomNo: '001', examRoomSeatNum: 3 })
    const swap = (no: number) =>
      desk.post('examArrangeTaskStudent/swapSeats', { id: one?.['id'], examRoomNo: '001', examRoomSeatNum: no })
    for (const { msg } of await Promise.all([swap(4), swap(5)])) valid(msg)
    const seats = await students({ examRoomNo: '001' })
    expect(seats.map(({ examRoomSeatNum: no, studentNumber }) => [no, studentNumber])).toEqual(
      seats.map(({ examRoomSeatNum: no }) => [no, `260010${no}`]),
    )
  })

  test('locked moves somebody to an empty seat under its number, and to none that is not there', async () => {
    const [one] = await students({ examRoomNo: '001', examRoomSeatNum: 2 })
    const move = (examRoomNo: string, examRoomSeatNum: number) =>
      desk.post('examArrangeTaskStudent/swapSeats', { id: one?.['id'], examRoomNo, examRoomSeatNum })
    expect((await move('001', 7)).msg).toBe('考场001没有7号座位')
    expect((await move('001', 2)).msg).toBe('请选择另一个座位')
    expect((await move('999', 1)).msg).toBe('没有考场999')
    // Not beside the first seat: a classmate there would keep a late candidate from it.
    valid((await move('005', 4)).msg)
    const [now] = await students({ examRoomNo: '005' })
    expect([now?.['id'], now?.['studentNumber']]).toEqual([one?.['id'], '2600504'])
  })

  test('locked takes a late candidate into a spare room, and changes or removes none', async () => {
    const late = { arrangeTaskId: taskId, studentCode: codeOf(99), studentName: '晚到', examClass: '高三(1)班' }
    const added = await desk.post('examArrangeTaskStudent/submit', { ...late, schoolCode: SCHOOLS[0]?.code })
    valid(added.msg)
    expect(added.data).toMatchObject({ examRoomNo: '005', examRoomSeatNum: 1, studentNumber: '2600501', isLate: 1 })
    expect(await planNow()).toMatchObject({ studentNum: 21 })
    const again = await desk.post('examArrangeTaskStudent/submit', { ...late, schoolCode: SCHOOLS[0]?.code })
    expect(again.msg).toBe('该学籍号已在编排中：晚到')
    const gone = await desk.post('examArrangeTaskStudent/remove', { ids: added.data.id })
    expect(gone.msg).toBe('当前状态为「已锁定」，不能增删考生')
    expect((await number()).msg).toBe('当前状态为「已锁定」，不能编号')
  })

  test('is handed over to an exam task with numbers and seats', async () => {
    const times = { beginTime: '2026-05-01 08:00:00', endTime: '2026-05-09 18:00:00' }
    const body = { taskName: '期末', taskType: 1, examYear: 2026, studyYear: 2025, examGrade: '12', artsScience: '0' }
    const { data } = await desk.post('examTask/submit', { ...body, ...times })
    const hand = () =>
      desk.post('examArrangeTaskStudent/exportStudentToExamTask', { arrangeTaskId: taskId, taskId: data.id })
    const younger = await desk.post('examTask/submit', { ...body, taskName: '高二', examGrade: '11', ...times })
    const to = async (goal?: string) =>
      (await desk.post('examArrangeTaskStudent/exportStudentToExamTask', { arrangeTaskId: taskId, taskId: goal })).msg
    expect(await to()).toBe('请选择考务任务')
    expect(await to(younger.data.id)).toBe('「高二」不是高三的考务任务')
    // One candidate has no code.
    expect((await hand()).data).toEqual({ added: 20, updated: 0 })
    await sql`update exam_task_student set student_number = null, exam_room_no = null, exam_room_seat_num = null
      where task_id = ${data.id}`.execute(desk.db)
    expect((await hand()).data).toEqual({ added: 0, updated: 20 })
    const found = await desk.user.get(`${BASE}/examTaskStudent/list`, { taskId: data.id, studentName: '晚到' })
    expect(found.data.records[0]).toMatchObject({ studentNumber: '2600501', examRoomNo: '005', examRoomSeatNum: 1 })
  })

  test.each([
    ['doorSheet', ['门贴', '第001考场', '2600103']],
    ['deskLabel', ['第001考场', '2600101']],
    ['seatChart', ['讲台', '2600103']],
    ['roomRecord', ['考场情况登记表', '监考教师签名']],
    ['admission', ['准考证', '2600501', '照片']],
  ])('prints %s as a PDF whose text is found', async (paper, texts) => {
    const { raw } = await print(paper, { schoolCode: paper === 'admission' ? SCHOOLS[0]?.code : undefined })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(raw)), { mergePages: true })
    const found = text.replaceAll(/\s/g, '')
    for (const one of texts) expect(found).toContain(one)
  })

  test('prints a stored photo that is public or the own one of who prints, and an empty place for any other', async () => {
    const keep = async (by: Client, path: string) => {
      const files = [{ name: '照片.png', body: PHOTO }]
      const { data } = await by.upload(`/api/blade-resource/oss/endpoint/${path}`, {}, files)
      return String(data.link)
    }
    const seen = [await keep(school, 'put-file'), await keep(desk.user, 'put-file-attach')]
    const links = [...seen, await keep(school, 'put-file-attach'), 'https://example.com/1.png']
    const own = await students({ schoolCode: SCHOOLS[0]?.code })
    for (const [at, link] of links.entries())
      await sql`update exam_arrange_task_student set photo_url = ${link} where id = ${own[at]?.['id']}`.execute(desk.db)
    const { raw } = await print('admission', { schoolCode: SCHOOLS[0]?.code })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(raw)), { mergePages: true })
    expect(text.replaceAll(/\s/g, '').match(/照片/g)).toHaveLength(own.length - seen.length)
  })

  test('seals what it prints: cards, papers of doors and lists, each verified by anybody', async () => {
    const seal = await sealForPapers(desk.user)
    const one = { schoolCode: SCHOOLS[0]?.code, ...seal.choice }
    for (const [paper, more] of [
      ['admission', one],
      ['doorSheet', { examRoomNo: '001', ...seal.choice }],
      ['schoolList', one],
    ] as const) {
      const { raw, headers } = await print(paper, more)
      expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(/_已盖章\.pdf/)
      await expectSealed(program().anonymous, raw, seal)
    }
    const { data } = await desk.user.get('/api/yzl-seseal/signserver/signlog/list', { size: 3 })
    const { name: unit, code } = SCHOOLS[0] ?? { name: '', code: '' }
    const seen = data.records.map((line: Record<string, unknown>) => [line['docName'], line['signResult']])
    expect(seen.map(([name]: [string]) => name.split('/')[0])).toEqual([
      expect.stringContaining('_学校考生对照表_'),
      expect.stringContaining('_门贴_'),
      expect.stringContaining('_准考证_'),
    ])
    expect(seen.map(([name, result]: [string, number]) => [name.split('/')[1], result])).toEqual([
      [`${code}_${unit}_学校考生对照表.pdf`, 1],
      [expect.stringMatching(/门贴.*\.pdf$/), 1],
      [`${code}_${unit}_准考证.pdf`, 1],
    ])
  })

  test('prints a list for every school, and workbooks, for a reason alone', async () => {
    const { raw } = await print('schoolList', {})
    expect(readEntries(raw).map(({ name }) => name)).toHaveLength(2)
    const book = await print('roomRecord', { format: 'xlsx', examRoomNo: '001' })
    expect(readEntries(book.raw).some(({ name }) => name === 'xl/workbook.xml')).toBe(true)
    const refusal = await desk.post('examArrangeTask/printPaper', { id: taskId, paper: 'doorSheet' })
    expect(refusal.msg).toMatch(/^请填写理由/)
    const other = await desk.post('examArrangeTask/printPaper', { id: taskId, paper: 'menu', reason: '考前张贴' })
    expect([other.status, other.msg]).toEqual([400, '没有这种材料'])
  })

  test('prints cards for those of a collection, a document a class, and says who has no number', async () => {
    const gatherTaskId = nextId()
    await sql`insert into gather_task (id, tenant_id, task_name, task_type, study_year, grade_codes, asked_fields, audit_levels,
        begin_time, end_time, task_status)
      values (${gatherTaskId}, ${TENANT}, '采集', 1, 2025, '["12"]', '["nation"]', 0, '2026-01-01', '2026-12-31', 1)`.execute(
      desk.db,
    )
    const collect = (code: string, name: string, task = gatherTaskId) =>
      sql`insert into gather_student (id, tenant_id, gather_task_id, student_code, student_name, area_code, school_code, grade_code,
          gather_status) values (${nextId()}, ${TENANT}, ${task}, ${code}, ${name}, '990001', ${SCHOOLS[0]?.code}, '12', 4)`.execute(
        desk.db,
      )
    const generate = (body: object) => desk.user.post('/api/yzl-gather/gatherStudent/generateAllAdmissionCard', body)
    await collect(codeOf(3), '学生丁')
    await collect(codeOf(1), '学生乙')
    await collect(codeOf(2), '学生丙')
    await collect(codeOf(88), '没有考号')
    // Another collection asks for others.
    await collect(codeOf(4), '学生戊', '1')
    const { data, msg } = await generate({ gatherTaskId })
    valid(msg)
    const job = await waitForJob(desk.user, data.jobId)
    expect(job['text']).toBe('2份，3人；1人没有考号，不在其中')
    const file = await desk.user.get(`/api/blade-resource/file/${String(job['fileId'])}`)
    const entries = readEntries(file.raw)
    expect(entries.map(({ name }) => name.replace(/^\w+_/, '')).toSorted()).toEqual([
      '第一中学_高三(1)班_准考证.pdf',
      '第一中学_高三(2)班_准考证.pdf',
    ])
    const refusal = '没有给这些学生编好考号的编排任务'
    expect((await generate({ gatherTaskId, schoolCode: SCHOOLS[1]?.code })).msg).toBe(refusal)
    expect((await generate({ gatherTaskId, arrangeTaskId: await addPlan('没有座位的编排') })).msg).toBe(refusal)
    const seal = await sealForPapers(desk.user, undefined, 'CARDS')
    const sealed = await waitForJob(desk.user, (await generate({ gatherTaskId, ...seal.choice })).data.jobId)
    expect(sealed['text']).toBe(`2份，3人；1人没有考号，不在其中，已盖「${seal.sealName}」`)
    const cards = await desk.user.get(`/api/blade-resource/file/${String(sealed['fileId'])}`)
    for (const entry of readEntries(cards.raw)) {
      await expectSealed(program().anonymous, readBytes(cards.raw, entry), seal)
    }
    await sql`delete from gather_student where student_code = ${codeOf(88)}`.execute(desk.db)
    const all = await waitForJob(desk.user, (await generate({ gatherTaskId })).data.jobId)
    expect(all['text']).toBe('2份，3人')
    await sql`update gather_student set student_code = 'X' || student_code where gather_task_id = ${gatherTaskId}`.execute(
      desk.db,
    )
    expect((await generate({ gatherTaskId })).msg).toBe(refusal)
  })

  test('gives its numbers to a roster import of its exam, and leaves those of the sheet', async () => {
    const next = await desk.addExam('期末联考')
    expect(await edit({ codeTemplate: '9[考场3][座位2]' })).toBe('已锁定，不能改“考号模板”')
    valid(await edit({ examId: next }))
    const school = SCHOOLS[0]?.name
    const lines = [`,${codeOf(99)},晚到,${school},高三(1)班`, `L7,${codeOf(1)},学生乙,${school},高三(2)班`]
    const batch = await desk.send(next, 'student', ['考号,学籍号,姓名,学校,班级', ...lines].join('\n'))
    await desk.run('examimport/commit', { batchId: batch.batchId, confirmWarnings: 1 })
    const { data } = await desk.user.get(`${BASE}/examstudentimport/list`, { examId: next })
    const found = data.records.map((row: Record<string, unknown>) => [row['studentName'], row['studentNumber']])
    expect(found).toEqual([
      ['晚到', '2600501'],
      ['学生乙', 'L7'],
    ])
  })

  test('gives its numbers to a roster without a column for them, and names who is in no seat', async () => {
    const next = await desk.addExam('期末联考（无考号列）')
    valid(await edit({ examId: next }))
    const school = SCHOOLS[0]?.name
    const lines = [`${codeOf(99)},晚到,${school},高三(1)班`, `${codeOf(77)},没有座位,${school},高三(2)班`]
    const batch = await desk.send(next, 'student', ['学籍号,姓名,学校,班级', ...lines].join('\n'))
    const { data } = await desk.user.get(`${BASE}/examimport/faults`, { batchId: batch.batchId, level: 'error' })
    expect(data.records).toMatchObject([{ fault: { rowNo: 3, code: 'F01', text: '考号为空' } }])
    expect(batch.counts).toMatchObject({ fresh: 2, faulty: 1 })
  })

  test('goes back step by step, and every step clears what stands behind it', async () => {
    valid((await desk.post('examArrangeTask/unlock', { id: taskId })).msg)
    valid((await desk.post('examArrangeTask/clearSeats', { id: taskId })).msg)
    expect((await students()).filter(({ examRoomNo, studentNumber }) => examRoomNo ?? studentNumber)).toEqual([])
    expect((await desk.post('examArrangeTaskRoom/foreverDeleteByTaskId', { arrangeTaskId: taskId })).data).toEqual({
      removed: 5,
    })
    expect((await desk.post('examArrangeTaskStudent/deleteByTaskId', { taskId })).data).toEqual({ removed: 21 })
    expect(await planNow()).toMatchObject({ arrangeStatus: 0, studentNum: 0, conflictNum: null })
    valid((await desk.post('examArrangeTask/remove', { ids: taskId })).msg)
  })
})
