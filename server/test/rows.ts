import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { DIALECTS } from '@xueheng/contract/kit/entity.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { madeValue } from '../../contract/test/made-row.ts'
import { crlPem, issue, leafPem, rootPem } from './fixtures/certificates.ts'
import { archiveExam, archiveMark, openList } from './fixtures/archived-mark.ts'
import { issueForSeals, sealOf } from './fixtures/seals.ts'
import { nextId } from '../src/platform/db/id.ts'
import type { Client } from './harness.ts'

export type Row = Record<string, unknown>

const ALWAYS = { startTime: '2026-01-01 08:00:00', endTime: '2099-01-01 08:00:00' }

/** Where an entity's values follow from one another and the declaration alone cannot say how. */
const SENSIBLE: Record<string, Row | ((n: number) => Row)> = {
  // Numbers of classes end at 99: the next ones are of the next year.
  schoolClasses: (n) => ({ stage: '2', gradeCode: '7', enterYear: yearOf(n), studyYear: yearOf(n) }),
  basicGradeCourse: (n) => ({ stage: '2', gradeCode: String(7 + (Math.floor(n / 16) % 3)) }),
  basicStudent: { stage: '2', enterYear: 2026, gradeCode: '7' },
  examInfo: { stage: '2', gradeCode: '9', beginDate: '2026-05-10', endDate: '2026-05-12' },
  examTask: {
    areaCodes: undefined,
    courseNames: undefined,
    beginTime: '2026-05-01 08:00:00',
    endTime: '2026-05-09 18:00:00',
  },
  gatherTask: {
    taskType: 4,
    areaCodes: undefined,
    gradeCodes: ['7', '9'],
    askedFields: ['gender', 'nation'],
    requiredFields: ['nation'],
    beginTime: '2026-05-01 08:00:00',
    endTime: '2026-05-09 18:00:00',
  },
  gatherStudent: { photoUrl: undefined, gradeCode: '9' },
  gatherHighExamScore: {
    classCode: undefined,
    totalScore: undefined,
    yuwen: 100,
    shuxue: 100,
    waiyu: 100,
    firstCourseScore: 60,
    secondScore1: 60,
    secondScore2: 60,
    artScore: 200,
  },
  examTaskMarkPlan: { marksPerPaper: '2.10', hours: '24.0' },
  examArrangeTask: { examRoomSeatNum: 30, seatRows: 6, seatCols: 5, codeTemplate: '[考场3][座位2]' },
  examArrangeTaskRoom: { examRoomSeatNum: 29, seatRows: 6, seatCols: 5, disabledSeats: '6-5' },
  examArrangeTaskStudent: { isFixed: 0, examRoomNo: undefined, examRoomSeatNum: undefined },
  examScoreStudentCourseImport: { courseName: '语文', scoreText: '88.5' },
  examScoreCorrection: { newScore: '60', questionNo: null },
  dataPurpose: { legalBasis: '1', validFrom: '2026-01-01', validTo: '2099-01-01' },
  guardianConsent: { givenDate: '2026-05-10' },
  personalRequest: { receivedDate: '2026-05-10', dueDate: undefined },
  examScoreLine: { courseName: '总分', lineScore: 60 },
  dictBiz: { parentId: undefined, dictKey: undefined },
  dict: { parentId: undefined, dictKey: undefined },
  menu: { category: 1 },
  notice: { accounts: undefined },
  sysMessage: { account: undefined, link: '/wel/index' },
  dataScope: { resourceCode: 'post', scopeType: 1, scopeColumn: undefined },
  examCoursePaperQuestion: {
    courseName: '语文',
    paperCode: 'A',
    questionType: '5',
    isObjective: 0,
    parentNo: undefined,
    chooseGroup: undefined,
    chooseNum: undefined,
    presetP: '0.65',
  },
  examDataProgressTask: { taskCode: 'CALC_TOTAL' },
  examModelItem: { formulaKind: 1, quotaField: 'avgScore', grain: 2, examRole: 1, courseName: '总分', direction: 1 },
  examModelScoring: { ruleKind: 1, minPoints: 0, maxPoints: 99 },
  examModel: { grain: 2, tieRule: 1 },
  // A day of its own for each: there is one line a day.
  holiday: (n) => ({ beginDate: dayOf(n), endDate: dayOf(n) }),
  apiScope: { scopePath: '/api/blade-system/post/select' },
  wecomCorp: (n) => ({
    corpId: `ww${String(n).padStart(16, '0')}`,
    token: `token${n}`,
    encodingAesKey: 'a'.repeat(43),
  }),
  wecomDeptAdmin: { adminType: 0, subject: undefined },
  wecomStudent: { studentCode: undefined },
  wecomMessage: { audience: 1, url: undefined },
  wecomDept: { deptType: 0, deptId: undefined, registerYear: undefined, standardGrade: undefined },
  teacherPortfolio: { portfolioType: 12, certImageUrl: undefined },
  collectrecord: { awardName: undefined },
  userparentinfo: { isEnabled: 1 },
  orderManage: { usePoint: 0, provinceCode: undefined, cityCode: undefined, districtCode: undefined },
  orderrefund: { way: 10, count: 0, refundPrice: '1.00' },
  activitymanage: { schoolCodes: undefined, ...ALWAYS },
  voteset: { optionTitles: '甲\n乙', minChoices: 1, maxChoices: 1, ...ALWAYS },
  mallOutside: { endpoint: 'http://127.0.0.1:9' },
  bannermanage: { linkType: 0, linkUrl: '/pages/book', endTime: '2027-01-01 08:00:00' },
  bookclass: { parentId: undefined },
  questionmanage: {
    isEnabled: 1,
    questionType: 5,
    optionA: undefined,
    optionB: undefined,
    optionC: undefined,
    optionD: undefined,
    optionE: undefined,
    optionF: undefined,
  },
  oss: { category: 9, bucketName: 'scores', endpoint: 'http://127.0.0.1:9' },
  sms: { category: 9, endpoint: 'http://127.0.0.1:9' },
  datasource: { driverClass: 'org.postgresql.Driver', url: 'jdbc:postgresql://127.0.0.1:5432/scores' },
  socialProvider: (n) => ({ source: `s${n}`, issuer: 'https://id.example.cn', redirectUri: undefined }),
  savedReport: { reportName: 'scoreRank', params: { order: 'avg' }, hiddenColumns: ['compositeScore'], shareScope: 1 },
  cipher: { keyAlgorithm: 1, isEnabled: 1 },
  cert: { certType: 1, isEnabled: 1, issuerId: undefined, certPem: undefined, ownerCode: undefined },
  trustchain: () => ({ certPem: rootPem() }),
  sealmould: { shape: 1, widthMm: 42, heightMm: 42, borderMm: '1.2', codeText: undefined, picUrl: undefined },
  signrule: {
    ruleType: 2,
    coordX: 100,
    coordY: 100,
    pageScope: 1,
    pageList: undefined,
    keywordIndex: 1,
    seamMinStrip: 3,
    seamGroupPages: 12,
    opacity: '1.00',
  },
  signstrategy: { signFormat: 1, lockAfterSign: 0, timeWindow: '00:00-23:59' },
  certinfo: () => ({ certPem: leafPem() }),
  msgReplyRule: { replyType: 'text', effectTimeStart: '08:00:00', effectTimeEnd: '18:00:00' },
  studentAssess: { questionCount: 10, correctCount: 8, score: '8.0', fullScore: '10.0' },
}

/** A text by which rows belong to a school holds the code of one. */
function placed(entity: AnyEntity, name: string, field: Field): Field {
  const isPlace = entity.scope?.school === name && field.kind === 'text' && entity.name !== 'basicSchool'
  return isPlace ? { ...field, kind: 'ref', ref: 'basicSchool', value: 'schoolCode' } : field
}

function dayOf(n: number): string {
  return new Date(Date.UTC(1990, 0, 1 + n)).toISOString().slice(0, 10)
}

function yearOf(n: number): number {
  return 2026 + (Math.floor(n / 99) % 900)
}

/** Makes valid rows of any entity from its declaration, through the API, in one tenant. */
export class RowMaker {
  private readonly options = new Map<string, string[]>()
  private readonly parents = new Map<string, Promise<Row>>()
  private made = 0
  private tied = false
  private post: Promise<unknown> | undefined
  private archived: Promise<string> | undefined
  private lined: Promise<string> | undefined
  private authority: Promise<unknown> | undefined

  /** `mark` stands in every free text, `base` keeps the numbers of two makers apart. */
  constructor(
    private readonly user: Client,
    private readonly mark = '文',
    private readonly base = 0,
  ) {}

  /** Rows everybody shares, which this maker's user may not make. */
  know(rows: Map<string, Row>): void {
    for (const [name, row] of rows) this.parents.set(name, Promise.resolve(row))
  }

  /** A body for a submit that no other body of this maker collides with. */
  async body(entity: AnyEntity): Promise<Row> {
    this.made += 1
    const n = this.base + this.made
    const row: Row = {}
    for (const [name, field] of Object.entries(entity.fields as Fields)) {
      if (field.editable === 'never' || (field.kind === 'json' && !field.required)) continue
      row[name] = await this.value(name, placed(entity, name, field), n)
    }
    const sensible = SENSIBLE[entity.name]
    Object.assign(row, typeof sensible === 'function' ? sensible(n) : sensible)
    if (entity.name === 'examScoreStudentCourseImport') await this.enrol(row)
    if (entity.name === 'examCoursePaperQuestion') await this.offer(row['examId'])
    if (entity.name === 'examScoreCorrection') await this.archive(row)
    if (entity.name === 'examScoreLine') row['examId'] = await this.examToLine()
    if (entity.name === 'examDataProgressTask') row['examId'] = (await this.create(registry.entity('examInfo')))['id']
    if (entity.name === 'teacherPortfolio') await this.employ(row)
    if (entity.name === 'crl') await this.list(row)
    if (entity.name === 'orderManage') row['items'] = await this.goods()
    if (entity.name === 'orderrefund') await this.pay(row)
    if (entity.name === 'wecomMember') row['account'] = await this.tieable(n)
    // What belongs to a corp belongs to its school.
    if (entity.name === 'wecomCorp') row['uscc'] = (await this.parent('basicSchool'))['schoolCode']
    // Their lists are of one account, the first where none is chosen.
    if (entity.name === 'msgTemplate' || entity.name === 'msgReplyRule') await this.parent('wxAccount')
    if (entity.name === 'sesealpermit') await this.equip(row)
    if (entity.name === 'bookcommentreply') await this.receive(row)
    // Across the edges of pages, which needs neither keyword nor coordinates.
    if (entity.name === 'signrule') row['ruleType'] = 4
    // A school takes part once.
    if (entity.name === 'schoolmanage') row['schoolCode'] = await this.newSchool()
    return row
  }

  async create(entity: AnyEntity, change: Row = {}): Promise<Row> {
    if (entity.name === 'sesealinfo') return this.makeSeal()
    let body = { ...(await this.body(entity)), ...change }
    let answer = await this.user.post<Row>(writePath(entity), body)
    // The keys of few words come round again: the next row has others.
    for (let tries = 1; tries < 10 && answer.msg.endsWith('已存在'); tries += 1) {
      body = { ...(await this.body(entity)), ...change }
      answer = await this.user.post<Row>(writePath(entity), body)
    }
    if (answer.status !== 200) throw new Error(`${entity.name}: ${answer.msg} ${JSON.stringify(body)}`)
    return answer.data
  }

  /** The one row others refer to. */
  parent(entity: string): Promise<Row> {
    const known = this.parents.get(entity) ?? this.create(registry.entity(entity))
    this.parents.set(entity, known)
    return known
  }

  private async value(name: string, field: Field, n: number): Promise<unknown> {
    if (field.kind === 'dict') return this.pick(field, n)
    if (field.kind === 'ref') return this.refer(field)
    return madeValue(name, field, n, { mark: this.mark })
  }

  private async pick(field: Field, n: number): Promise<unknown> {
    const code = field.dict as string
    const keys = this.options.get(code) ?? (await this.keysOf(code))
    this.options.set(code, keys)
    const key = keys[n % keys.length] ?? ''
    const one = field.numeric ? Number(key) : key
    return field.multiple ? [one] : one
  }

  private async keysOf(code: string): Promise<string[]> {
    const { data } = await this.user.get<{ dictKey: string }[]>('/api/blade-system/dict-biz/dictionary', { code })
    return data.map((entry) => entry.dictKey)
  }

  private async refer(field: Field): Promise<unknown> {
    if (!field.required) return undefined
    const row = await this.parent(field.ref as string)
    const value = row[field.value ?? 'id']
    return field.multiple ? [value] : value
  }

  /** A portfolio is that of somebody who teaches at the school. */
  private async employ(row: Row): Promise<void> {
    const { schoolCode } = await this.parent('basicSchool')
    this.post ??= this.user.post('/api/bigdata-service/user_dept_role/submit', {
      userId: this.user.userId,
      roleAlias: 'teacher',
      deptUscc: schoolCode,
    })
    await this.post
    Object.assign(row, { teacherCode: `u${this.user.userId}`, schoolCode })
  }

  /** What an order may be of: a book on the shelf. */
  private async goods(): Promise<Row[]> {
    const book = { bookType: 1, price: '10.00', stock: 100, coverUrl: '/a.png', isOnShelf: 1, giveIntegral: 0 }
    const { id } = await this.create(registry.entity('bookinfo'), book)
    return [{ bookId: id, count: 1 }]
  }

  /** Money is asked back of an order that is paid. */
  private async pay(row: Row): Promise<void> {
    const { id, items, payPrice } = await this.create(registry.entity('orderManage'))
    const payment = { id, payChannel: 3, transactionId: `pay${String(id)}`, payPrice }
    await this.user.post('/api/yzl-book-mall-admin/orderManage/pay', payment)
    Object.assign(row, { orderId: id, bookId: (items as Row[])[0]?.['bookId'] })
  }

  /** A seal is made of its mould, by a maker, for a unit with a certificate. */
  private async equip(row: Row): Promise<void> {
    const unit = String(row['deptUscc'])
    this.authority ??= issueForSeals(this.user, unit)
    await this.authority
    const mould = await this.create(registry.entity('sealmould'), { deptUscc: unit, isEnabled: 1 })
    Object.assign(row, { applyType: 1, mouldId: mould['id'], validStart: undefined, validEnd: undefined })
  }

  /** Seals come from applications that were approved. */
  private async makeSeal(): Promise<Row> {
    const permit = await this.create(registry.entity('sesealpermit'))
    return sealOf(this.user, String(permit['id']))
  }

  /** A comment is on a book that has arrived. */
  private async receive(row: Row): Promise<void> {
    await this.pay(row)
    const id = row['orderId']
    await this.user.post('/api/yzl-book-mall-admin/orderManage/ship', { id, expressCode: 'none' })
    await this.user.post('/api/yzl-book-mall-admin/orderManage/receive', { id })
  }

  /** An account is tied once in a corp: first the own one, then others without any right. */
  private async tieable(n: number): Promise<string> {
    const own = `u${this.user.userId}`
    if (!this.tied) {
      this.tied = true
      return own
    }
    const account = `tied${n}x${this.user.userId}`
    await sql`insert into sys_user (id, tenant_id, account, password_hash, name)
      select ${nextId()}, tenant_id, ${account}, '', ${account} from sys_user where account = ${own}`.execute(
      this.user.db,
    )
    return account
  }

  private async newSchool(): Promise<unknown> {
    return (await this.create(registry.entity('basicSchool')))['schoolCode']
  }

  /** A revocation list is one of an authority that is known: each has its own. */
  private async list(row: Row): Promise<void> {
    const authority = issue()
    await this.create(registry.entity('trustchain'), { certPem: authority.pem })
    row['crlPem'] = crlPem(authority)
  }

  /** A score needs its student on the roster and its course in the exam. */
  private async enrol(row: Row): Promise<void> {
    await this.offer(row['examId'])
    const student = await this.create(registry.entity('examStudentImport'), { examId: row['examId'] })
    row['studentNumber'] = student['studentNumber']
  }

  private async offer(examId: unknown): Promise<void> {
    const courses = [{ courseName: '语文', courseAlias: [], examScore: 150, isInTotal: 1, sort: 1 }]
    await this.user.post('/api/bigdata-service/examinfo/submitCourse', { examId, courses })
  }

  /** A correction needs a mark in the archive of an exam: each has a student of its own there. */
  private async archive(row: Row): Promise<void> {
    const { db } = this.user
    this.archived ??= this.examWithCourse()
    const examId = await this.archived
    await openList(db, examId)
    const { studentNumber } = await this.create(registry.entity('examStudentImport'), { examId })
    await archiveMark(db, examId, String(studentNumber))
    Object.assign(row, { examId, courseName: '语文', studentNumber })
  }

  /** Lines are drawn in an archived exam. */
  private async examToLine(): Promise<string> {
    this.lined ??= this.examWithCourse()
    const examId = await this.lined
    await archiveExam(this.user.db, examId)
    return examId
  }

  private async examWithCourse(): Promise<string> {
    const { id } = await this.create(registry.entity('examInfo'))
    await this.offer(id)
    return String(id)
  }
}

export function writePath(entity: AnyEntity): string {
  return `${entity.paths[0]}/${DIALECTS[entity.dialect].submit[0]}`
}

export function pathOf(entity: AnyEntity, action: 'list' | 'detail' | 'remove'): string {
  const segment = DIALECTS[entity.dialect][action]
  return `${entity.paths[0]}/${typeof segment === 'string' ? segment : segment[0]}`
}

/** Removes rows as the clients of the entity's dialect do. */
export function removeRows(user: Client, entity: AnyEntity, ids: unknown[]): ReturnType<Client['post']> {
  const path = pathOf(entity, 'remove')
  return DIALECTS[entity.dialect].hasIdsInBody
    ? user.post(path, ids)
    : user.post(path, undefined, { ids: ids.join(',') })
}
