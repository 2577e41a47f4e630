import { collectRecord, collectStates } from '@xueheng/contract/domains/mall/collect-record.ts'
import { studentAssess } from '@xueheng/contract/domains/mall/student-assess.ts'
import { bannerManage } from '@xueheng/contract/domains/mall/banner-manage.ts'
import { bookClass } from '@xueheng/contract/domains/mall/book-class.ts'
import { bookInfo } from '@xueheng/contract/domains/mall/book-info.ts'
import { questionManage } from '@xueheng/contract/domains/mall/question-manage.ts'
import { schoolManage } from '@xueheng/contract/domains/mall/school-manage.ts'
import { isbnOf } from '@xueheng/contract/derive/check.ts'
import { wxAccount } from '@xueheng/contract/domains/mp/wx-account.ts'
import { loadPublicAccount } from './mp.ts'
import { sql } from 'kysely'
import { countWorks } from '../domains/mall/activities.ts'
import { assessLevel } from '../domains/mall/assess-level.ts'
import { BIZ, postPoints } from '../domains/mall/points.ts'
import { mallIntegralRecord } from '../domains/mall/tables.ts'
import type { Ctx } from '../platform/ctx.ts'
import { nextId } from '../platform/db/id.ts'
import { inTransaction } from '../platform/db/pool.ts'
import { addContest, addReadingLife } from './mall-reading.ts'
import { addOrders } from './mall-orders.ts'
import { agoOf, insert } from './mall-row.ts'
import { demoSchoolCode } from './load.ts'
import { personName } from './names.ts'
import { type Random, createRandom } from './random.ts'
import { every, into } from '../platform/access/doors.ts'
import { userParentInfo } from '@xueheng/contract/domains/mall/parent.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'

const KNOWN_PARENTS = every(userParentInfo, 'a tenant that ever had a parent is left alone')
const STUDENTS = every(basicStudent, 'students of the demo')
const SCHOOLS = every(basicSchool, 'schools of the demo')

const PARENTS = 16
const ASSESSMENTS = 40
const ACTIVITY = '书香云川·读书征文'
const TITLES = [
  '秋夜读书',
  '与一本书相遇',
  '爷爷的书架',
  '城墙下的课堂',
  '星空与我',
  '一场大雨之后',
  '家乡的桥',
  '我读《红星照耀中国》',
]
const BOOKS = ['红星照耀中国', '昆虫记', '城南旧事', '朝花夕拾', '海底两万里', '乡土中国']

interface Student {
  name: string
  schoolCode: string
  areaCode: string
  className: string
}

/** Parents with points, works of a reading activity, reading assessments, and two public accounts. Once. */
export async function loadReading(ctx: Ctx): Promise<void> {
  const known = await sql`select 1 from ${KNOWN_PARENTS} limit 1`.execute(ctx.db)
  if (known.rows.length > 0) return
  const random = createRandom('reading')
  await inTransaction(ctx.db, async (db) => {
    const inside = { ...ctx, db }
    const students = await someStudents(inside)
    const parents: string[] = []
    const activityId = await addContest(inside, ACTIVITY)
    for (const [no, student] of students.slice(0, PARENTS).entries()) {
      const parentId = await addParent(inside, random, student)
      parents.push(parentId)
      await addPoints(inside, random, parentId)
      await addWork(inside, random, { no, student, parentId, activityId })
    }
    await countWorks(inside, activityId)
    for (let no = 0; no < ASSESSMENTS; no += 1) await addAssessment(inside, random, random.pick(students))
    await addAccounts(inside)
    await addOrders(inside, random, parents, await addShop(inside))
    await addReadingLife(inside, random, parents)
  })
}

async function someStudents(ctx: Ctx): Promise<Student[]> {
  const found = await sql<Student>`select student_name as name, school_code, area_code,
      coalesce(class_name, '') as class_name
    from ${STUDENTS} where is_deleted = 0 order by (school_code = ${demoSchoolCode()}) desc, md5(student_code)
    limit 400`.execute(ctx.db)
  return found.rows.filter((_row, at) => at % 10 === 0)
}

function addParent(ctx: Ctx, random: Random, student: Student): Promise<string> {
  const family = student.name.slice(0, 1)
  return insert(ctx, userParentInfo, {
    nickname: `${family}${random.chance(0.5) ? '妈妈' : '爸爸'}`,
    real_name: personName(random, random.chance(0.5)),
    phone: `139${String(random.integer(0, 99_999_999)).padStart(8, '0')}`,
    student_name: student.name,
    school_code: student.schoolCode,
    area_code: student.areaCode,
    grade_name: '高三',
    class_name: student.className,
    integral_balance: 0,
    integral_total_in: 0,
    integral_total_out: 0,
    integral_seq: 0,
    is_enabled: 1,
    last_login_time: agoOf(random),
  })
}

const SIGN_IN = 1
const READ_ASSESS = 31

/** Signed in day by day, an assessment: each with the balance after it. */
async function addPoints(ctx: Ctx, random: Random, parentId: string): Promise<void> {
  const signed = Array.from({ length: random.integer(4, 9) }, () => ({ type: SIGN_IN, point: 5, title: '签到' }))
  const postings = [...signed, { type: READ_ASSESS, point: random.integer(2, 6) * 5, title: '阅读测评' }]
  let balance = 0
  for (const [at, { type, point, title }] of postings.entries()) {
    await insert(ctx, mallIntegralRecord, {
      parent_id: parentId,
      seq: at + 1,
      biz_type: type,
      biz_id: nextId(),
      title,
      point,
      balance_before: balance,
      balance_after: balance + point,
      create_time: sql`date_trunc('second', localtimestamp) - ${(postings.length - at) * 1447} * interval '1 minute'`,
    })
    balance += point
  }
  await sql`update ${into(userParentInfo)} set integral_balance = ${balance}, integral_total_in = ${balance},
    integral_total_out = 0, integral_seq = ${postings.length} where id = ${parentId}`.execute(ctx.db)
}

interface WorkOf {
  no: number
  student: Student
  parentId: string
  activityId: string
}

const { waiting, passed, refused } = collectStates.states
const REWARD = 20

async function addWork(ctx: Ctx, random: Random, { no, student, parentId, activityId }: WorkOf): Promise<void> {
  const status = [waiting, passed, refused][random.weighted([5, 8, 2])]?.value
  const isPassed = status === passed.value
  const title = TITLES[no % TITLES.length] ?? ''
  const id = await insert(ctx, collectRecord, {
    activity_id: activityId,
    activity_title: ACTIVITY,
    work_no: `ZW2026${String(no + 1).padStart(4, '0')}`,
    title,
    work_type: 1,
    student_name: student.name,
    school_code: student.schoolCode,
    area_code: student.areaCode,
    grade_name: '高三',
    class_name: student.className,
    teacher_name: personName(random, random.chance(0.5)),
    parent_id: parentId,
    content: `${title}\n\n书页翻动的声音，是这个秋天最安静的声音。我想写一写读书这件小事，它让我在忙碌的高三里，仍有一扇朝向远方的窗。`,
    submit_time: agoOf(random),
    audit_status: status,
    audit_reason: status === refused.value ? '字数不足，请补充后重新提交' : null,
    score: isPassed ? (random.integer(150, 195) / 2).toFixed(1) : null,
    award_name: isPassed && random.chance(0.4) ? random.pick(['一等奖', '二等奖', '三等奖']) : null,
    is_public: isPassed ? 1 : 0,
    vote_count: isPassed ? random.integer(3, 80) : 0,
    reward_point: REWARD,
    reward_status: isPassed ? 1 : 0,
  })
  const posting = { parentId, bizType: BIZ.activityWork, bizId: id, point: REWARD, title: `作品「${title}」` }
  if (isPassed) await postPoints(ctx, posting)
}

async function addAssessment(ctx: Ctx, random: Random, student: Student): Promise<void> {
  const questionCount = 10
  const correctCount = Math.min(questionCount, random.integer(4, 11))
  const score = (correctCount * 10).toFixed(1)
  await insert(ctx, studentAssess, {
    student_name: student.name,
    school_code: student.schoolCode,
    area_code: student.areaCode,
    grade_name: '高三',
    class_name: student.className,
    book_name: random.pick(BOOKS),
    question_count: questionCount,
    correct_count: correctCount,
    score,
    full_score: '100.0',
    assess_level: assessLevel(score, '100.0'),
    attempt_no: 1,
    duration: random.integer(180, 1500),
    submit_time: agoOf(random),
  })
}

/** Without secrets: nothing is sent from a demonstration. */
async function addAccounts(ctx: Ctx): Promise<void> {
  await insert(ctx, wxAccount, { appid: 'wxdemo0000000001', name: '云川教育发布', type: 2, verified: 1 })
  await insert(ctx, wxAccount, { appid: 'wxdemo0000000002', name: '云川家校之声', type: 1, verified: 0 })
  await loadPublicAccount(ctx, 'wxdemo0000000001')
}

const SHELVES = { 文学: ['小说', '散文'], 科普: ['自然', '科技'], 历史: [] }
/** Title, author, press, shelf, price in yuan, pieces. */
const SHOP_BOOKS: [string, string, string, string, string, number][] = [
  ['红星照耀中国', '埃德加·斯诺', '人民文学出版社', '历史', '43.00', 120],
  ['昆虫记', '法布尔', '作家出版社', '自然', '36.00', 80],
  ['城南旧事', '林海音', '北京十月文艺出版社', '小说', '29.80', 64],
  ['朝花夕拾', '鲁迅', '人民文学出版社', '散文', '22.00', 150],
  ['海底两万里', '儒勒·凡尔纳', '译林出版社', '小说', '38.00', 46],
  ['乡土中国', '费孝通', '人民出版社', '散文', '32.00', 0],
]

/** Schools that take part, shelves with books, and a banner that leads to one of them. Answers the books there are pieces of. */
async function addShop(ctx: Ctx): Promise<string[]> {
  const schools = await sql<{ schoolCode: string; schoolName: string; areaCode: string }>`
    select school_code, school_name, area_code from ${SCHOOLS} where is_deleted = 0 order by sort, school_code limit 6`.execute(
    ctx.db,
  )
  for (const [sort, { schoolCode, schoolName, areaCode }] of schools.rows.entries())
    await insert(ctx, schoolManage, {
      school_code: schoolCode,
      school_name: schoolName,
      area_code: areaCode,
      sort,
      is_enabled: 1,
    })
  const shelves = await addShelves(ctx)
  const books: string[] = []
  for (const [no, [name, author, publisher, shelf, price, stock]] of SHOP_BOOKS.entries())
    books.push(
      await insert(ctx, bookInfo, {
        book_name: name,
        isbn: isbnOf(`9787000${String(no + 1).padStart(5, '0')}`),
        author,
        publisher,
        class_id: shelves.get(shelf),
        book_type: 1,
        price,
        stock,
        lock_stock: 0,
        sales_count: 0,
        cover_url: '/favicon.svg',
        give_integral: Math.floor(Number(price) / 10),
        is_on_shelf: 1,
        is_recommend: no < 2 ? 1 : 0,
        sort: no,
      }),
    )
  await addQuestions(ctx, books)
  const banner = { title: ACTIVITY, pic_url: '/favicon.svg', position: 1, link_type: 1, book_id: books[0] }
  await insert(ctx, bannerManage, { ...banner, sort: 1, is_enabled: 1, click_count: 0 })
  return books.filter((_book, no) => (SHOP_BOOKS[no]?.[5] ?? 0) > 0)
}

/** Number of the book, type, question, options, answer, ability. */
const QUESTIONS: [number, number, string, string[], string, number][] = [
  [0, 1, '《红星照耀中国》的作者是哪国人？', ['英国', '美国', '法国', '苏联'], 'B', 1],
  [0, 3, '作者到过陕北的保安。', [], '对', 1],
  [1, 2, '法布尔在书中观察过哪些昆虫？', ['蝉', '圣甲虫', '螳螂', '鲸'], 'ABC', 1],
  [1, 4, '蝉的幼虫在地下要生活____年。', [], '四|4', 1],
  [2, 1, '惠安馆的“疯女人”叫什么？', ['宋妈', '秀贞', '兰姨娘', '妞儿'], 'B', 2],
  [3, 5, '《藤野先生》中作者为什么弃医从文？', [], '看到国人的麻木，认为救治精神比救治身体更要紧', 3],
]

async function addQuestions(ctx: Ctx, books: readonly string[]): Promise<void> {
  for (const [sort, [book, type, title, options, answer, ability]] of QUESTIONS.entries()) {
    const given = Object.fromEntries(options.map((text, at) => [`option_${'abcdef'[at]}`, text]))
    const row = { question_type: type, title, ...given, answer, ability, score: type === 5 ? '5' : '2', difficulty: 2 }
    await insert(ctx, questionManage, {
      ...row,
      book_id: books[book],
      sort,
      is_enabled: 1,
      used_count: 0,
      correct_count: 0,
    })
  }
}

/** Ids of the classes by their name. */
async function addShelves(ctx: Ctx): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [sort, [top, below]] of Object.entries(SHELVES).entries()) {
    const parent = await insert(ctx, bookClass, { class_name: top, sort, is_enabled: 1 })
    ids.set(top, parent)
    for (const [at, name] of below.entries())
      ids.set(name, await insert(ctx, bookClass, { class_name: name, parent_id: parent, sort: at, is_enabled: 1 }))
  }
  return ids
}
