import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../../test/harness.ts'
import { MALL, Shop } from '../../../test/shop.ts'
import { withoutTraces } from './feedback.ts'
import { gradeAnswer } from './grade-answer.ts'
import { BIZ } from './points.ts'

const app = useTestApp({ ALLOW_PRIVATE_ENDPOINTS: '1' })
const ALWAYS = { startTime: '2026-01-01 08:00:00', endTime: '2099-01-01 08:00:00' }
type Row = Record<string, any>
let shop: Shop

beforeAll(async () => {
  shop = await Shop.open(app())
})

/** Moves a time of a row that no call moves. */
async function shift(table: string, id: string, column: string, time: string): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${time} where id = ${id}`.execute(shop.admin.db)
}

describe('activities', () => {
  let no = 0
  const activity = async (more: object = {}): Promise<Row> => {
    const made = await shop.save('activitymanage', { title: `征文${(no += 1)}`, activityType: 1, ...ALWAYS, ...more })
    return shop.done('activitymanage/publish', { id: made['id'] })
  }
  const work = (of: Row, more: object = {}): Row => ({
    activityId: of['id'],
    workNo: `HD${(no += 1)}`,
    title: '秋夜',
    workType: 1,
    studentName: '李雨',
    schoolCode: shop.schoolCode,
    gradeName: '高一',
    ...more,
  })

  test('take works while they run, from whom they are for, and not more than they allow', async () => {
    const parentId = await shop.parent()
    const draft = await shop.save('activitymanage', { title: '未发布', activityType: 1, ...ALWAYS })
    const refused = (of: Row, more: object = {}) => shop.refusal('collectrecord/save', work(of, more))
    expect(await refused(draft)).toBe('当前状态为「草稿」，不能提交作品')
    const graded = await activity({ gradeNames: '高二、高三' })
    expect(await refused(graded)).toBe('该年级不参加这个活动')
    const running = await activity({ maxPerUser: 1, rewardPoint: 15, awards: '一等奖、二等奖' })
    const made = await shop.save('collectrecord', work(running, { parentId, rewardPoint: 9999 }))
    expect(made).toMatchObject({ activityTitle: running['title'], rewardPoint: 15, auditStatus: 0 })
    expect(await refused(running, { parentId })).toBe('每人最多提交1件作品')
    await shop.save('collectrecord', work(running, { parentId, studentName: '李晴' }))
    const judged = await shop.done('collectrecord/update', { id: made['id'], auditStatus: 1, awardName: '一等奖' })
    expect(judged).toMatchObject({ auditStatus: 1, rewardStatus: 1 })
    expect(await shop.refusal('collectrecord/update', { id: made['id'], awardName: '特等奖' })).toBe(
      '奖项应为一等奖、二等奖之一',
    )
    expect(await shop.points(parentId)).toBe(15)
    expect(await shop.find('activitymanage', running['id'])).toMatchObject({ workCount: 2, passedCount: 1 })
    await shift('mall_activity', running['id'], 'end_time', '2026-01-02 08:00:00')
    expect(await refused(running, { studentName: '王雪' })).toBe('活动已经截止，不再收作品')
    expect(await shop.refusal('collectrecord/save', { ...work(running), activityId: '', activityTitle: '' })).toBe(
      '请选择阅读活动，或填写活动名称',
    )
  })

  test('where nobody judges, a work passes and earns at once', async () => {
    const parentId = await shop.parent()
    const open = await activity({ needAudit: 0, rewardPoint: 8 })
    const made = await shop.save('collectrecord', work(open, { parentId }))
    expect(made).toMatchObject({ auditStatus: 1, rewardStatus: 1 })
    expect(await shop.points(parentId)).toBe(8)
    await shop.done(`collectrecord/remove?ids=${made['id']}`, {})
    expect(await shop.find('activitymanage', open['id'])).toMatchObject({ workCount: 0, passedCount: 0 })
  })

  test('once they run their rules stand; texts may change, and what has works is not removed', async () => {
    const running = await activity()
    expect(await shop.refusal('activitymanage/update', { id: running['id'], maxPerUser: 9 })).toBe(
      '活动已开始，不能改类型、范围、件数和奖励',
    )
    expect(await shop.refusal('activitymanage/update', { id: running['id'], endTime: '2025-01-01' })).toContain('时间')
    expect(await shop.done('activitymanage/update', { id: running['id'], introduction: '新的简介' })).toMatchObject({
      introduction: '新的简介',
    })
    await shop.save('collectrecord', work(running))
    expect(await shop.refusal(`activitymanage/remove?ids=${running['id']}`, {})).toBe(
      `「${running['title']}」已收到作品，不能删除，可以结束`,
    )
    await shop.done('activitymanage/close', { id: running['id'] })
    expect(await shop.refusal('activitymanage/update', { id: running['id'], introduction: '再改' })).toBe(
      '当前状态为「已结束」，不能修改',
    )
  })
})

describe('votes', () => {
  let no = 0
  const draft = (more: object = {}): Promise<Row> =>
    shop.save('voteset', {
      title: `投票${(no += 1)}`,
      optionTitles: '甲\n乙\n丙',
      minChoices: 1,
      maxChoices: 1,
      limitMode: 1,
      showResult: 2,
      ...ALWAYS,
      ...more,
    })
  const open = async (more: object = {}): Promise<Row> => shop.done('voteset/open', { id: (await draft(more))['id'] })
  const cast = (vote: Row, parentId: string, ...optionIds: string[]) =>
    shop.admin.post(`${MALL}/voteset/vote`, { id: vote['id'], parentId, optionIds })
  const get = async (name: string, vote: Row, more: object = {}) =>
    shop.admin.get(`${MALL}/voteset/${name}`, { id: vote['id'], ...more })

  test('a vote makes sense before it opens, and its options stand afterwards', async () => {
    const refused = (more: object) =>
      shop.refusal('voteset/save', {
        ...ALWAYS,
        title: '错',
        optionTitles: '甲\n乙',
        minChoices: 1,
        maxChoices: 1,
        ...more,
      })
    expect(await refused({ optionTitles: '甲' })).toBe('请填写至少两个选项，每行一个')
    expect(await refused({ optionTitles: '甲\n甲' })).toBe('选项「甲」写了两次')
    expect(await refused({ minChoices: 2, maxChoices: 1 })).toBe('最多选的不能少于至少选的')
    expect(await refused({ endTime: ALWAYS.startTime })).toBe('结束时间须晚于开始时间')
    const vote = await open()
    expect(vote['options']).toEqual(['甲', '乙', '丙'].map((title, at) => ({ id: String(at + 1), title })))
    expect(await shop.refusal('voteset/update', { id: vote['id'], optionTitles: '丁\n戊' })).toBe(
      '当前状态为「投票中」，不能修改',
    )
    expect(await shop.refusal(`voteset/remove?ids=${vote['id']}`, {})).toBe('当前状态为「投票中」，不能删除')
  })

  test('one parent votes once, for what stands there, between begin and end', async () => {
    const vote = await open({ rewardPoint: 2 })
    const parents = [await shop.parent(), await shop.parent(), await shop.parent()]
    const [one = '', two = '', three = ''] = parents
    expect((await cast(vote, one, '9')).msg).toBe('选项不在这次投票中')
    expect((await cast(vote, one, '1', '2')).msg).toBe('须选1项')
    expect((await cast(vote, one)).msg).toBe('请选择选项')
    expect((await cast(vote, one, '2')).code).toBe(200)
    const again = await cast(vote, one, '1')
    expect([again.status, again.msg]).toEqual([409, '已经投过票'])
    const rush = await Promise.all(Array.from({ length: 10 }, () => cast(vote, two, '2')))
    expect(rush.filter(({ code }) => code === 200)).toHaveLength(1)
    expect((await cast(vote, three, '1')).code).toBe(200)
    expect((await get('result', vote)).data).toEqual([
      { optionId: '2', title: '乙', votes: 2, place: 1 },
      { optionId: '1', title: '甲', votes: 1, place: 2 },
      { optionId: '3', title: '丙', votes: 0, place: 3 },
    ])
    expect(await shop.points(one)).toBe(2)
    expect((await get('result', vote, { parentId: one })).msg).toBe('投票结束后才能看结果')
    await shift('mall_vote_set', vote['id'], 'end_time', '2026-01-02 08:00:00')
    const late = await shop.parent()
    expect((await cast(vote, late, '1')).msg).toBe('投票已经截止')
    expect((await get('verify', vote)).data).toMatchObject({ isIntact: 1, votes: 3 })
    expect((await get('result', vote, { parentId: one })).code).toBe(200)
    expect(await shop.find('voteset', vote['id'])).toMatchObject({ totalVotes: 3, totalVoters: 3 })
    await shop.done('voteset/close', { id: vote['id'] })
    expect((await cast(vote, late, '1')).msg).toBe('当前状态为「已结束」，不能投票')
  })

  test('by day, a parent votes again tomorrow and is one voter', async () => {
    const vote = await open({ limitMode: 2, maxChoices: 2, showResult: 1 })
    const parentId = await shop.parent()
    expect((await get('result', vote, { parentId })).msg).toBe('投票后才能看结果')
    expect((await cast(vote, parentId, '3', '1')).code).toBe(200)
    expect((await cast(vote, parentId, '2')).msg).toBe('今天已经投过票')
    expect((await get('result', vote, { parentId })).data.map((row: Row) => [row['title'], row['place']])).toEqual([
      ['甲', 1],
      ['丙', 1],
      ['乙', 3],
    ])
    expect(await shop.find('voteset', vote['id'])).toMatchObject({ totalVotes: 2, totalVoters: 1 })
  })

  test('a ballot that is changed, taken out or added is found; the program itself cannot', async () => {
    const vote = await open()
    for (const option of ['1', '2', '2']) await cast(vote, await shop.parent(), option)
    const touched = await sql`update mall_vote set option_ids = '["1"]' where vote_id = ${vote['id']}`
      .execute(shop.admin.db)
      .catch((error: Error) => error.message)
    expect(touched).toContain('permission denied')
    const { default: pg } = await import('pg')
    const owner = new pg.Client({ connectionString: app().databaseUrl })
    await owner.connect()
    await owner.query('set row_security = off')
    await owner.query(`select set_config('app.tenant', $1, false)`, [TENANT])
    const of = `vote_id = ${vote['id']}`
    const damages: [string, number | null][] = [
      [`update mall_vote set option_ids = '["1"]' where seq = 2 and ${of}`, 2],
      [`update mall_vote set parent_id = 1 where seq = 3 and ${of}`, 3],
      [`delete from mall_vote where seq = 1 and ${of}`, 1],
      [`delete from mall_vote where seq = 3 and ${of}`, null],
      [`update mall_vote_set set options = '[{"id":"1","title":"换了"}]' where id = ${vote['id']}`, 1],
    ]
    try {
      expect((await get('verify', vote)).data).toMatchObject({ isIntact: 1, votes: 3, brokenSeq: null })
      for (const [damage, brokenSeq] of damages) {
        await owner.query('create table kept_votes as select * from mall_vote')
        await owner.query('create table kept_sets as select id, options from mall_vote_set')
        await owner.query(damage)
        expect((await get('verify', vote)).data, damage).toMatchObject({ isIntact: 0, brokenSeq })
        await owner.query('delete from mall_vote')
        await owner.query('insert into mall_vote select * from kept_votes')
        await owner.query('update mall_vote_set s set options = k.options from kept_sets k where k.id = s.id')
        await owner.query('drop table kept_votes, kept_sets')
      }
      expect((await get('verify', vote)).data).toMatchObject({ isIntact: 1 })
    } finally {
      await owner.end()
    }
  })

  test('works of an activity stand for election when they passed and are public', async () => {
    const made = await shop.save('activitymanage', { title: '评选', activityType: 1, ...ALWAYS, maxPerUser: 9 })
    await shop.done('activitymanage/publish', { id: made['id'] })
    const works: Row[] = []
    for (const [at, isPublic] of [1, 1, 0].entries()) {
      const body = { activityId: made['id'], workNo: `PX${at}`, title: `作品${at}`, workType: 1, studentName: '李雨' }
      const one = await shop.save('collectrecord', { ...body, schoolCode: shop.schoolCode })
      works.push(await shop.done('collectrecord/update', { id: one['id'], auditStatus: 1, isPublic }))
    }
    const vote = await draft({ activityId: made['id'], optionTitles: '' })
    const opened = await shop.done('voteset/open', { id: vote['id'] })
    expect(opened['options'].map((option: Row) => option['recordId'])).toEqual([works[0]?.['id'], works[1]?.['id']])
    expect((await cast(opened, await shop.parent(), 'PX1')).code).toBe(200)
    expect(await shop.find('collectrecord', works[1]?.['id'])).toMatchObject({ voteCount: 1 })
    expect(await shop.refusal(`collectrecord/remove?ids=${works[1]?.['id']}`, {})).toBe('「作品1」已有票数，不能删除')
  })
})

describe('answers', () => {
  const question = async (more: object): Promise<Row> => {
    const book = await shop.book()
    return shop.save('questionmanage', { bookId: book['id'], title: '谁写的？', score: '2', ...more })
  }
  const pupil = async (): Promise<Row> =>
    shop.save('studentinfo', { parentId: await shop.parent(), studentName: '欧阳小雨', schoolCode: shop.schoolCode })
  const answer = (to: Row, by: Row, answerText: string): Promise<Row> =>
    shop.save('questionanswer', { questionId: to['id'], studentId: by['id'], answerText, isRight: 1, score: '99' })

  test.each([
    [1, 'B', ' b ', 1],
    [2, 'ABD', 'd,b、A', 1],
    [2, 'ABD', 'AB', 0],
    [3, '对', '√', 1],
    [3, '对', '不知道', 0],
    [4, '四|4', '４ 。', 1],
    [4, '四|4', '十四', 0],
    [5, '参考', '随便', 2],
  ])('type %i with answer %s: %s is %i', (questionType, right, given, verdict) => {
    expect(gradeAnswer({ questionType, answer: right }, given)).toBe(verdict)
  })

  test('are judged by the server, counted, and keep the wording of what was answered', async () => {
    const one = await question({ questionType: 1, optionA: '鲁迅', optionB: '老舍', answer: 'A' })
    const by = await pupil()
    expect(await answer(one, by, 'a')).toMatchObject({ isRight: 1, score: '2.0', attemptNo: 1 })
    const wrong = await answer(one, by, 'B')
    expect(wrong).toMatchObject({ isRight: 0, score: '0.0', attemptNo: 2 })
    expect(await shop.find('questionmanage', one['id'])).toMatchObject({ usedCount: 2, correctCount: 1 })
    expect(await shop.refusal('questionmanage/update', { id: one['id'], answer: 'B' })).toBe(
      '已有学生作答，不能改题干、选项和答案，请停用后另建一题',
    )
    await shop.done(`questionanswer/remove?ids=${wrong['id']}`, {})
    expect(await shop.find('questionmanage', one['id'])).toMatchObject({ usedCount: 1, correctCount: 1 })
    await Promise.all(Array.from({ length: 8 }, () => answer(one, by, 'A')))
    expect(await shop.find('questionmanage', one['id'])).toMatchObject({ usedCount: 9, correctCount: 9 })
    await shop.done('questionmanage/update', { id: one['id'], isEnabled: 0 })
    const body = { questionId: one['id'], studentId: by['id'], answerText: 'A' }
    expect(await shop.refusal('questionanswer/save', body)).toBe('题目已停用')
  })

  test('names and numbers are taken out before anything leaves', () => {
    expect(withoutTraces('我是欧阳小雨，电话13912345678，学籍号G510102201001011234', ['欧阳小雨'])).toBe(
      '我是某同学，电话（号码），学籍号（号码）',
    )
    expect(withoutTraces('一共3个，写于2026年', [])).toBe('一共3个，写于2026年')
  })

  test('a machine comments on them only where it is wanted, in time, once, and says what it is', async () => {
    const essay = await question({ questionType: 5, answer: '救治精神' })
    const by = await pupil()
    const given = await answer(essay, by, '我是欧阳小雨，因为他看到国人麻木。')
    const ask = (body: object) => shop.admin.post(`${MALL}/questionmanage/aiFeedback`, body)
    const off = '智能反馈没有启用，请联系管理员在外部服务中设置'
    expect((await ask({ answerId: given['id'] })).msg).toBe(off)
    const heard: { auth: string | undefined; body: string }[] = []
    let mood: 'good' | 'slow' | 'bad' = 'slow'
    const server: Server = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        heard.push({ auth: request.headers.authorization, body })
        if (mood === 'slow') return undefined
        const message = { content: ' 说到了麻木，可以再写救治精神。 ' }
        return response.end(mood === 'bad' ? 'oops' : JSON.stringify({ choices: [{ message }] }))
      })
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    const service = { serviceName: '反馈', useFor: 2, endpoint, secretKey: 'sk-test', timeoutSeconds: 1, isEnabled: 1 }
    expect(await shop.refusal('outside/save', service)).toBe('请输入模型再启用')
    await shop.save('outside', { ...service, model: 'reader-1' })
    try {
      expect((await ask({ answerId: given['id'] })).msg).toBe('智能反馈超时，请稍后再试；作答已保存')
      mood = 'bad'
      expect((await ask({ answerId: given['id'] })).msg).toBe('智能反馈暂时不可用，请稍后再试；作答已保存')
      mood = 'good'
      const { data } = await ask({ answerId: given['id'] })
      expect(data).toEqual({
        feedback: '【机器生成，仅供参考】说到了麻木，可以再写救治精神。',
        isByMachine: 1,
        model: 'reader-1',
      })
      const asked = heard.length
      expect((await ask({ answerId: given['id'] })).data).toEqual(data)
      expect(heard).toHaveLength(asked)
      expect(heard.every(({ auth }) => auth === 'Bearer sk-test')).toBe(true)
      expect(heard.some(({ body }) => body.includes('欧阳'))).toBe(false)
      expect(heard.at(-1)?.body).toContain('国人麻木')
      const page = (await shop.admin.get(`${MALL}/questionmanage/aiFeedback`)).data
      expect(page.records).toMatchObject([{ id: given['id'], feedbackModel: 'reader-1', isByMachine: 1 }])
      expect((await ask({ questionId: essay['id'], answerText: '精神' })).data['isByMachine']).toBe(1)
      expect((await ask({})).msg).toBe('请选择作答，或给出题目和作答内容')
      const clerk = await app().user({
        role: 'school',
        schoolCode: shop.schoolCode,
        permissions: ['questionanswer_view'],
      })
      expect((await clerk.post(`${MALL}/questionmanage/aiFeedback`, { answerId: given['id'] })).status).toBe(403)
    } finally {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    }
  })
})

test('every point has its cause, and the ledger of each parent adds up', async () => {
  const { rows } = await sql<Row>`select p.id, p.integral_balance as balance, coalesce(sum(r.point), 0)::int as sum,
      count(r.id) filter (where r.biz_id = '' or r.biz_type not in (${sql.join(Object.values(BIZ))}))::int as causeless
    from mall_parent p left join mall_integral_record r on r.parent_id = p.id group by p.id`.execute(shop.admin.db)
  expect(rows.length).toBeGreaterThan(5)
  for (const row of rows) expect([row['balance'], row['causeless']]).toEqual([row['sum'], 0])
})

test('pictures of the mall: small jpg and png under every prefix, nothing else', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  for (const service of ['yzl-book-mall-admin', 'yzl-mall-admin', 'blade-read-admin']) {
    const path = `/api/${service}/file/imageUpload`
    const { data } = await shop.admin.upload(path, {}, [{ name: 'a.png', body: png }])
    expect((await app().anonymous.get(data['link'])).raw.equals(png)).toBe(true)
    const refused = await shop.admin.upload(path, {}, [{ name: 'a.png', body: Buffer.from('text') }])
    expect(refused.code).not.toBe(200)
  }
})
