import { deflateSync } from 'node:zlib'
import { PORTFOLIO_KINDS } from '@xueheng/contract/domains/portfolio/portfolio-kinds.ts'
import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { creditCheckCharacter } from '@xueheng/contract/derive/check.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'

const app = useTestApp()
const BASE = '/api/yzl-gather/teacherPortfolio'
const UPLOAD = '/api/yzl-openapi/teacherPortfolio/imageUpload'

let admin: Client
/** Two schools of one area and one of another, each with a teacher and a clerk; bureaus of both areas. */
let schools: string[]
let teacher: Client
let colleague: Client
let clerk: Client
let otherClerk: Client
let bureau: Client
let farBureau: Client

function creditCode(no: number): string {
  const first = `12510100${String(no).padStart(9, '0')}`
  return first + creditCheckCharacter(first)
}

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  const areas = (await admin.get('/api/blade-system/dict-biz/dictionary', { code: 'exam_area' })).data
  const [near, far] = [areas[0].dictKey, areas[1].dictKey]
  schools = []
  for (const [at, areaCode] of [near, near, far].entries()) {
    const school = {
      schoolCode: creditCode(at + 1),
      schoolName: `第${at + 1}中学`,
      areaCode,
      schoolType: '4',
      sort: at,
    }
    const made = await admin.post('/api/bigdata-service/basicschool/submit', school)
    expect(made.msg).toBe('操作成功')
    schools.push(school.schoolCode)
  }
  const [own = '', next = ''] = schools
  teacher = await app().user({ role: 'teacher', schoolCode: own })
  colleague = await app().user({ role: 'teacher', schoolCode: own })
  clerk = await app().user({ role: 'school', schoolCode: own })
  otherClerk = await app().user({ role: 'school', schoolCode: next })
  bureau = await app().user({ role: 'area', areaCode: near })
  farBureau = await app().user({ role: 'area', areaCode: far })
})

const OTHER = { portfolioType: 12, memo: '支教一年' }

async function make(user: Client, body: object = OTHER): Promise<string> {
  const { data, msg } = await user.post(`${BASE}/submit`, body)
  expect(msg).toBe('操作成功')
  return data.id
}

async function stateOf(id: string): Promise<number> {
  const found = await sql<{ n: number }>`select audit_status as n from teacher_portfolio where id = ${id}`.execute(
    app().app.database.tenant(TENANT),
  )
  return found.rows[0]?.n ?? -1
}

/** Puts an entry where a test wants it, by the steps people take. */
async function bring(id: string, state: keyof typeof portfolioStates.states): Promise<void> {
  const steps: Record<string, () => Promise<{ msg: string }>> = {
    submit: () => teacher.post(`${BASE}/submit`, { id, auditStatus: 1 }),
    pass1: () => clerk.post(`${BASE}/audit1`, { ids: id, pass: 1 }),
    refuse1: () => clerk.post(`${BASE}/audit1`, { ids: id, pass: 0, auditOpinion: '照片不清' }),
    pass2: () => bureau.post(`${BASE}/audit2`, { ids: id, pass: 1 }),
    refuse2: () => bureau.post(`${BASE}/audit2`, { ids: id, pass: 0, auditOpinion: '材料不全' }),
    archive: () => bureau.post(`${BASE}/archive`, { ids: id }),
  }
  const ways: Record<keyof typeof portfolioStates.states, string[]> = {
    draft: [],
    waitSchool: ['submit'],
    schoolRefused: ['submit', 'refuse1'],
    waitBureau: ['submit', 'pass1'],
    bureauRefused: ['submit', 'pass1', 'refuse2'],
    passed: ['submit', 'pass1', 'pass2'],
    archived: ['submit', 'pass1', 'pass2', 'archive'],
  }
  for (const step of ways[state]) expect((await steps[step]?.())?.msg, step).toBe('操作成功')
  expect(await stateOf(id)).toBe(portfolioStates.states[state].value)
}

describe('the way of an entry', () => {
  test('teacher submits, school passes, bureau refuses, teacher mends, and it passes', async () => {
    const id = await make(teacher)
    expect(await stateOf(id)).toBe(0)
    expect(
      (await clerk.get(`${BASE}/getAudit1List`, { size: 100 })).data.records.map((row: any) => row.id),
    ).not.toContain(id)
    await bring(id, 'waitBureau')
    const waiting = (await bureau.get(`${BASE}/getAudit2List`, { size: 100 })).data.records.find(
      (row: any) => row.id === id,
    )
    expect(waiting).toMatchObject({ teacherId: teacher.userId, schoolCode: schools[0], auditStatus: 3 })
    const bare = await bureau.post(`${BASE}/audit2`, { ids: id, pass: 0, auditOpinion: ' 差 ' })
    expect([bare.status, bare.msg]).toEqual([400, '请填写驳回原因'])
    expect(await stateOf(id)).toBe(3)
    await bureau.post(`${BASE}/audit2`, { ids: id, pass: 0, auditOpinion: '请补充单位证明' })
    const refused = (await teacher.get(`${BASE}/detail`, { id })).data
    expect(refused).toMatchObject({ auditStatus: 4, rejectReason: '请补充单位证明', rejectCount: 1 })
    const mended = await teacher.post(`${BASE}/submit`, { id, memo: '支教一年，附证明', auditStatus: 1 })
    expect(mended.data).toMatchObject({ auditStatus: 1, memo: '支教一年，附证明', rejectReason: null })
    await clerk.post(`${BASE}/audit1`, { ids: id, pass: 1, auditOpinion: '属实' })
    await bureau.post(`${BASE}/audit2`, { ids: id, pass: 1 })
    expect(await stateOf(id)).toBe(5)
    const history = (await teacher.get(`${BASE}/history`, { id })).data
    expect(history.map((step: any) => [step.fromStatus, step.toStatus, step.opinion])).toEqual([
      [3, 5, ''],
      [1, 3, '属实'],
      [4, 1, ''],
      [3, 4, '请补充单位证明'],
      [1, 3, ''],
      [0, 1, ''],
    ])
    const news = (await teacher.get('/api/bigdata-service/sysMessage/top', { size: 20 })).data.records
    expect(news.map((one: any) => one.title)).toEqual(
      expect.arrayContaining(['教师档案审核通过', '教师档案被教育局驳回', '教师档案学校审核通过，等待教育局审核']),
    )
    expect(news.find((one: any) => one.title === '教师档案被教育局驳回').content).toContain('请补充单位证明')
  })

  test('the state asked for in a submit takes the same step, with the same rights', async () => {
    const id = await make(teacher, { ...OTHER, auditStatus: 1 })
    expect(await stateOf(id)).toBe(1)
    const own = await teacher.post(`${BASE}/submit`, { id, auditStatus: 3 })
    expect(own.status).toBe(403)
    const skip = await clerk.post(`${BASE}/submit`, { id, auditStatus: 5 })
    expect([skip.status, skip.msg]).toEqual([400, '学校审核后还需教育局审核'])
    expect((await clerk.post(`${BASE}/submit`, { id, auditStatus: 3 })).data.auditStatus).toBe(3)
    const back = await teacher.post(`${BASE}/submit`, { id, auditStatus: 0 })
    expect([back.status, back.msg]).toEqual([409, '当前状态为「待教育局审核」，不能变为「草稿」'])
    const unknown = await teacher.post(`${BASE}/submit`, { id, auditStatus: 77 })
    expect(unknown.msg).toBe('审核状态不是有效的选项')
    const plain = await teacher.post(`${BASE}/submit`, { id, memo: '改一改', auditStatus: 3 })
    expect([plain.status, plain.msg]).toEqual([409, '当前状态为「待教育局审核」，不能修改'])
  })

  test('what waits can be taken back by its owner', async () => {
    const id = await make(teacher, { ...OTHER, auditStatus: 1 })
    expect((await teacher.post(`${BASE}/submit`, { id, auditStatus: 0 })).data.auditStatus).toBe(0)
    expect((await teacher.post(`${BASE}/remove`, undefined, { ids: id })).msg).toBe('操作成功')
  })

  test('where the bureau does not look a second time the school has the last word', async () => {
    const param = { paramName: '教师档案教育局审核', paramKey: 'portfolio.secondAudit', paramValue: '0' }
    const made = await admin.post('/api/blade-system/param/submit', param)
    const id = await make(teacher, { ...OTHER, auditStatus: 1 })
    await clerk.post(`${BASE}/audit1`, { ids: id, pass: 1 })
    expect(await stateOf(id)).toBe(5)
    await admin.post('/api/blade-system/param/remove', undefined, { ids: made.data.id })
  })

  test('a change becomes valid when it has passed, and the old entry goes into the archive', async () => {
    const id = await make(teacher)
    const early = await teacher.post(`${BASE}/change`, { id })
    expect([early.status, early.msg]).toEqual([409, '当前状态为「草稿」，不能申请变更'])
    await bring(id, 'passed')
    const { data } = await teacher.post(`${BASE}/change`, { id })
    expect(data).toMatchObject({ auditStatus: 0, version: 2, previousId: id, memo: OTHER.memo })
    expect((await teacher.post(`${BASE}/change`, { id })).msg).toBe('这条档案已有变更在办理中')
    await teacher.post(`${BASE}/submit`, { id: data.id, memo: '支教两年' })
    await bring(data.id, 'waitBureau')
    expect(await stateOf(id)).toBe(5)
    await bureau.post(`${BASE}/audit2`, { ids: data.id, pass: 1 })
    expect([await stateOf(id), await stateOf(data.id)]).toEqual([6, 5])
  })
})

describe('every state and step', () => {
  const who = {
    teacher: () => teacher,
    colleague: () => colleague,
    clerk: () => clerk,
    otherClerk: () => otherClerk,
    bureau: () => bureau,
    farBureau: () => farBureau,
  }
  const steps: Record<string, (user: Client, id: string) => Promise<{ status: number }>> = {
    submit: (user, id) => user.post(`${BASE}/submit`, { id, auditStatus: 1 }),
    withdraw: (user, id) => user.post(`${BASE}/submit`, { id, auditStatus: 0 }),
    edit: (user, id) => user.post(`${BASE}/submit`, { id, memo: '改一改' }),
    remove: (user, id) => user.post(`${BASE}/remove`, undefined, { ids: id }),
    change: (user, id) => user.post(`${BASE}/change`, { id }),
    pass1: (user, id) => user.post(`${BASE}/audit1`, { ids: id, pass: 1 }),
    refuse1: (user, id) => user.post(`${BASE}/audit1`, { ids: id, pass: 0, auditOpinion: '不清楚' }),
    pass2: (user, id) => user.post(`${BASE}/audit2`, { ids: id, pass: 1 }),
    refuse2: (user, id) => user.post(`${BASE}/audit2`, { ids: id, pass: 0, auditOpinion: '不清楚' }),
    archive: (user, id) => user.post(`${BASE}/archive`, { ids: id }),
  }
  /** state → step → who may, and the state it leads to; everything else is refused and changes nothing. */
  const allowed: Record<string, Record<string, [people: string[], to: number]>> = {
    draft: {
      submit: [['teacher', 'clerk'], 1],
      edit: [['teacher', 'clerk'], 0],
      remove: [['teacher', 'clerk'], 0],
      withdraw: [['teacher', 'clerk'], 0],
    },
    waitSchool: { withdraw: [['teacher', 'clerk'], 0], pass1: [['clerk'], 3], refuse1: [['clerk'], 2] },
    schoolRefused: {
      submit: [['teacher', 'clerk'], 1],
      edit: [['teacher', 'clerk'], 2],
      remove: [['teacher', 'clerk'], 2],
    },
    waitBureau: { pass2: [['bureau'], 5], refuse2: [['bureau'], 4] },
    bureauRefused: {
      submit: [['teacher', 'clerk'], 1],
      edit: [['teacher', 'clerk'], 4],
      remove: [['teacher', 'clerk'], 4],
    },
    passed: { refuse2: [['bureau'], 4], archive: [['bureau'], 6], change: [['teacher', 'clerk'], 5] },
    archived: {},
  }
  const cases = Object.keys(allowed).flatMap((state) =>
    Object.keys(steps).flatMap((step) => Object.keys(who).map((person) => [state, step, person] as const)),
  )

  test.each(Object.keys(allowed))(
    '%s',
    async (state) => {
      const mine = cases.filter(([at]) => at === state)
      let id = ''
      for (const [, step, person] of mine) {
        if (id === '') {
          id = await make(teacher)
          await bring(id, state as keyof typeof portfolioStates.states)
        }
        const value = portfolioStates.states[state as keyof typeof portfolioStates.states].value
        const may = allowed[state]?.[step]
        // Naming the state an entry is in already asks for nothing; it is then an edit without changes.
        const isNothing = (step === 'submit' && value === 1) || (step === 'withdraw' && value === 0 && !may)
        if (isNothing) continue
        const user = who[person as keyof typeof who]()
        const answer = await steps[step]?.(user, id)
        const isAllowed = may?.[0].includes(person) === true
        expect(answer?.status === 200, `${state} ${step} ${person}: ${answer?.status}`).toBe(isAllowed)
        expect(await stateOf(id), `${state} ${step} ${person}`).toBe(isAllowed ? may?.[1] : value)
        if (isAllowed) id = ''
      }
    },
    120_000,
  )

  test('twenty at once: one passes it', async () => {
    const id = await make(teacher, { ...OTHER, auditStatus: 1 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => clerk.post(`${BASE}/audit1`, { ids: id, pass: 1 })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19)
  })

  test('a batch is audited as a whole or not at all', async () => {
    const ids = [await make(teacher, { ...OTHER, auditStatus: 1 }), await make(teacher)]
    const answer = await clerk.post(`${BASE}/audit1`, { ids: ids.join(), pass: 1 })
    expect(answer.status).toBe(409)
    expect(await Promise.all(ids.map(stateOf))).toEqual([1, 0])
    const none = await clerk.post(`${BASE}/audit1`, { ids: ' , ', pass: 1 })
    expect([none.status, none.msg]).toEqual([400, '请选择至少一条数据'])
  })

  test('what changed since it was looked at is not audited', async () => {
    const id = await make(teacher, { ...OTHER, auditStatus: 1 })
    const seen = (await clerk.get(`${BASE}/detail`, { id })).data.updateTime
    await teacher.post(`${BASE}/submit`, { id, auditStatus: 0 })
    await teacher.post(`${BASE}/submit`, { id, memo: '换了内容', auditStatus: 1 })
    const answer = await clerk.post(`${BASE}/audit1`, { ids: id, pass: 1, seen: { [id]: seen } })
    expect([answer.status, answer.msg]).toEqual([
      409,
      expect.stringMatching(/^数据已变更，请刷新（最近：.+于.+「.+」）$/),
    ])
    expect((await clerk.post(`${BASE}/submit`, { id, auditStatus: 3, updateTime: seen })).status).toBe(409)
    expect(await stateOf(id)).toBe(1)
  })

  test('nobody audits themselves', async () => {
    const both = await app().user({ role: 'school', schoolCode: schools[0] ?? '' })
    const link = { userId: both.userId, roleAlias: 'teacher', deptUscc: schools[0] }
    await admin.post('/api/bigdata-service/user_dept_role/submit', link)
    const id = await make(both, { ...OTHER, auditStatus: 1 })
    const answer = await both.post(`${BASE}/audit1`, { ids: id, pass: 1 })
    expect([answer.status, answer.msg]).toEqual([400, '不能审核本人的档案'])
    expect((await clerk.post(`${BASE}/audit1`, { ids: id, pass: 1 })).status).toBe(200)
  })
})

describe('what an entry must say', () => {
  /** A value for every field any kind asks for. */
  const FULL: Record<string, unknown> = {
    education: '21',
    educationLevel: '4',
    teacherCredentials: '4',
    spokenLanguage: '21',
    dutyCredentials: '3',
    courseType: '1',
    targetObjectType: '1',
    certLevel: '3',
    prizeType: '1',
    certDate: '2020-07-01 00:00:00',
    certBeginDate: '2018-09-01 00:00:00',
    certEndDate: '2020-07-01 00:00:00',
    memo: '内容',
  }

  test.each(PORTFOLIO_KINDS.map((kind) => [kind.title, kind] as const))(
    '%s: every missing value in its own words',
    async (_title, kind) => {
      const head = { portfolioType: kind.portfolioType, portfolioChildType: kind.portfolioChildType }
      const asked = kind.fields.filter((field) => field.message)
      const empty = await teacher.post(`${BASE}/submit`, head)
      expect(empty.status).toBe(400)
      expect(empty.data.problems).toEqual(asked.map(({ name, message }) => ({ field: name, message })))
      expect(empty.msg).toBe(asked[0]?.message)
      for (const { name, message } of asked) {
        const body = { ...head, ...FULL, certImageUrl: await picture(teacher), [name]: undefined }
        expect((await teacher.post(`${BASE}/submit`, body)).msg, name).toBe(message)
      }
      const whole = await teacher.post(`${BASE}/submit`, { ...head, ...FULL, certImageUrl: await picture(teacher) })
      expect(whole.msg).toBe('操作成功')
      const own = new Set(kind.fields.map((field) => field.name))
      for (const name of Object.keys(FULL)) expect([name, whole.data[name] === null]).toEqual([name, !own.has(name)])
      await teacher.post(`${BASE}/remove`, undefined, { ids: whole.data.id })
    },
  )

  test('the texts are those of the specification', () => {
    const texts = PORTFOLIO_KINDS.flatMap((kind) => kind.fields.flatMap((field) => field.message ?? []))
    expect([...new Set(texts)].toSorted()).toEqual(
      [
        '请选择学历',
        '请选择颁发证书日期',
        '请选择上传照片',
        '请选择教师资格证等级',
        '请选择普通话等级',
        '请选择职称等级',
        '请填写参加情况',
        '请选择任教时间起始',
        '请选择任教时间截至',
        '请选择级别',
        '请选择奖项类型',
        '请选择课程类型',
        '请输入研究情况',
        '请输入获奖及发表情况',
        '请输入获奖情况',
        '请选择辅导对象',
        '请输入情况说明',
      ].toSorted(),
    )
  })

  test('dates make sense; 至今 needs no end', async () => {
    const post = { portfolioType: 6, certBeginDate: '2020-09-01 00:00:00' }
    const turned = await teacher.post(`${BASE}/submit`, { ...post, certEndDate: '2019-09-01 00:00:00' })
    expect(turned.msg).toBe('截至时间不能早于开始时间')
    const id = await make(teacher, { ...post, isToNow: 1 })
    expect((await teacher.get(`${BASE}/detail`, { id })).data).toMatchObject({ isToNow: 1, certEndDate: null })
    const future = {
      portfolioType: 2,
      teacherCredentials: '4',
      certDate: '2999-01-01 00:00:00',
      certImageUrl: await picture(teacher),
    }
    expect((await teacher.post(`${BASE}/submit`, future)).msg).toBe('颁发证书日期不能晚于今天')
    expect((await teacher.post(`${BASE}/submit`, { portfolioType: 13, memo: 'x' })).msg).toBe(
      '「档案类别」不是有效的选项',
    )
  })

  test('the same title is not claimed twice; another one is', async () => {
    const title = async (key: string) => ({
      portfolioType: 4,
      dutyCredentials: key,
      certDate: FULL['certDate'],
      certImageUrl: await picture(colleague),
    })
    await make(colleague, { ...(await title('3')), auditStatus: 1 })
    const again = await make(colleague, await title('3'))
    const answer = await colleague.post(`${BASE}/submit`, { id: again, auditStatus: 1 })
    expect([answer.status, answer.msg]).toEqual([400, '相同的「职称」已在审核中或已通过；有变化请在原档案上申请变更'])
    await make(colleague, { ...(await title('2')), auditStatus: 1 })
    const drafts = await Promise.all(['4', '4', '4', '4'].map(async (key) => make(colleague, await title(key))))
    const answers = await Promise.all(drafts.map((id) => colleague.post(`${BASE}/submit`, { id, auditStatus: 1 })))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
  })
})

function png(size = 0): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    return Buffer.concat([head, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  }
  const bare = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from('00000001000000010802000000', 'hex')),
    chunk('IDAT', deflateSync(Buffer.alloc(4))),
    chunk('tEXt', Buffer.from('Place\0成都')),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return Buffer.concat([bare, Buffer.alloc(Math.max(size - bare.length, 0))])
}

async function picture(user: Client): Promise<string> {
  const { data, msg } = await user.upload(UPLOAD, { bucketName: 'portfolio' }, [{ name: '证书.png', body: png() }])
  expect(msg).toBe('操作成功')
  return data.link
}

describe('pictures', () => {
  const BODY = { portfolioType: 12, memo: '见照片' }

  test('open by a signed address only, without what the camera wrote beside them', async () => {
    const link = await picture(teacher)
    const shown = await app().anonymous.get(link)
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png'])
    expect(shown.raw.includes('Place')).toBe(false)
    expect((await app().anonymous.get(link.split('?')[0] ?? '')).status).toBeGreaterThanOrEqual(400)
    const id = await make(teacher, { ...BODY, certImageUrl: link })
    const stored = await sql<{
      link: string
    }>`select cert_image_url as link from teacher_portfolio where id = ${id}`.execute(app().app.database.tenant(TENANT))
    expect(stored.rows[0]?.link).toBe(link.split('?')[0])
    const seen = (await clerk.get(`${BASE}/detail`, { id })).data.certImageUrl
    expect((await app().anonymous.get(seen)).status).toBe(200)
  })

  test('five at most, and only one’s own', async () => {
    const links = await Promise.all(Array.from({ length: 6 }, () => picture(teacher)))
    expect((await teacher.post(`${BASE}/submit`, { ...BODY, certImageUrl: links.join() })).msg).toBe('照片最多5张')
    const id = await make(teacher, { ...BODY, certImageUrl: links.slice(0, 5).join() })
    expect((await teacher.get(`${BASE}/detail`, { id })).data.certImageUrl.split(',')).toHaveLength(5)
    const stolen = await colleague.post(`${BASE}/submit`, { ...BODY, certImageUrl: links[0] })
    expect([stolen.status, stolen.msg]).toEqual([400, '照片已失效，请重新上传'])
    const tooLong = `${links[0]?.split('?')[0]?.replace(/\d+$/, '')}9999999999999999999`
    for (const wrong of [
      'https://a.cn/x.png',
      '/api/blade-resource/attach/file/200001/123',
      'javascript:alert(1)',
      tooLong,
    ]) {
      expect((await teacher.post(`${BASE}/submit`, { ...BODY, certImageUrl: wrong })).msg).toBe(
        '照片已失效，请重新上传',
      )
    }
    // A clerk who mends the text leaves the teacher's pictures as they are.
    const row = (await clerk.get(`${BASE}/detail`, { id })).data
    expect((await clerk.post(`${BASE}/submit`, { id, memo: '改字', certImageUrl: row.certImageUrl })).status).toBe(200)
  })

  test.each([
    ['a gif', Buffer.from('474946383961ffff', 'hex')],
    ['a program with another name', Buffer.from('4d5a90000300', 'hex')],
    ['one byte too many', png(512_001)],
  ])('%s is refused', async (_title, body) => {
    const answer = await teacher.upload(UPLOAD, { bucketName: 'portfolio' }, [{ name: 'a.png', body }])
    expect([answer.status, answer.msg]).toEqual([400, '只能上传jpg/png格式，且不超过500kb'])
  })

  test('the most that is allowed is taken; other buckets and people without the right are not', async () => {
    expect((await teacher.upload(UPLOAD, {}, [{ name: 'a.png', body: png(512_000) }])).status).toBe(200)
    const bucket = await teacher.upload(UPLOAD, { bucketName: 'other' }, [{ name: 'a.png', body: png() }])
    expect(bucket.msg).toBe('存储空间只能是portfolio')
    const reader = await app().user({ role: 'teacher', permissions: ['teacherportfolio_view'] })
    expect((await reader.upload(UPLOAD, {}, [{ name: 'a.png', body: png() }])).status).toBe(403)
  })
})

describe('whose entries one sees', () => {
  test('teachers their own, clerks those of their school, bureaus those of their area', async () => {
    const id = await make(teacher)
    const sees = async (user: Client) =>
      (await user.get(`${BASE}/list`, { size: 1000 })).data.records.some((row: any) => row.id === id)
    expect(await Promise.all([teacher, colleague, clerk, otherClerk, bureau, farBureau].map(sees))).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ])
    expect((await colleague.get(`${BASE}/detail`, { id })).data).toEqual({})
    expect((await otherClerk.get(`${BASE}/history`, { id })).status).toBe(404)
    const byCode = await otherClerk.get(`${BASE}/listByTeacherCode`, { teacherCode: `u${teacher.userId}` })
    expect(byCode.data).toEqual([])
    const own = (await teacher.get(`${BASE}/listByTeacherCode`)).data
    expect(own.length).toBeGreaterThan(0)
    expect(own.every((row: any) => row.teacherId === teacher.userId)).toBe(true)
  })

  test('a clerk fills in for teachers of the school, a teacher for nobody else', async () => {
    const code = `u${teacher.userId}`
    const made = await clerk.post(`${BASE}/submit`, { ...OTHER, teacherCode: code })
    expect(made.data).toMatchObject({ teacherCode: code, teacherId: teacher.userId, schoolCode: schools[0] })
    expect((await otherClerk.post(`${BASE}/submit`, { ...OTHER, teacherCode: code })).msg).toBe(
      '您的单位里没有这位教师',
    )
    expect((await colleague.post(`${BASE}/submit`, { ...OTHER, teacherCode: code })).msg).toBe('只能填报本人的档案')
    expect((await clerk.post(`${BASE}/submit`, OTHER)).msg).toBe('请选择教师')
    const picks = (await clerk.get(`${BASE}/teachers`)).data
    expect(picks.map((one: any) => one.teacherCode)).toContain(code)
    expect((await otherClerk.get(`${BASE}/teachers`)).data.map((one: any) => one.teacherCode)).not.toContain(code)
    const both = await app().user({ role: 'teacher', schoolCode: schools[1] ?? '' })
    const link = { userId: both.userId, roleAlias: 'teacher', deptUscc: schools[0] }
    await admin.post('/api/bigdata-service/user_dept_role/submit', link)
    const found = (await admin.get(`${BASE}/teachers`, { name: `u${both.userId}` })).data
    expect(found).toMatchObject([{ teacherCode: `u${both.userId}`, schoolCode: schools.toSorted()[0] }])
    expect(found).toHaveLength(1)
    const stray = await app().user({ role: 'teacher' })
    expect((await stray.post(`${BASE}/submit`, OTHER)).msg).toBe('您还没有任教的学校，请联系学校管理员')
  })

  test('teachers with their counts, one line each', async () => {
    const { data } = await clerk.get(`${BASE}/listTeacherPortfolio`, { teacherCode: `u${teacher.userId}`, size: 50 })
    expect(data.total).toBe(1)
    const [line] = data.records
    const entries = (await clerk.get(`${BASE}/listByTeacherCode`, { teacherCode: `u${teacher.userId}` })).data
    const among = (...states: number[]) => entries.filter((row: any) => states.includes(row.auditStatus)).length
    expect(line).toMatchObject({
      entryTotal: entries.length,
      passed: among(5, 6),
      waiting: among(1, 3),
      rejected: among(2, 4),
    })
    expect((await otherClerk.get(`${BASE}/listTeacherPortfolio`)).data.records).toEqual([])
    expect(
      (await clerk.get(`${BASE}/listTeacherPortfolio`, { descs: 'entryTotal' })).data.records[0].entryTotal,
    ).toBeGreaterThanOrEqual(line.entryTotal)
    expect((await teacher.get(`${BASE}/listTeacherPortfolio`)).status).toBe(403)
  })
})
