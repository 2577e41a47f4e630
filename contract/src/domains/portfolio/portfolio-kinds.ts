/** 表单里的一项：字段名，与没有填写时的提示；没有提示的可以不填。 */
export interface KindField {
  name: string
  message?: string
  /** 这一类里的叫法，与字段本来的名称不同时。 */
  label?: string
}

/** 档案的一类：填哪些项，同一位教师什么样的两条算重复。 */
export interface PortfolioKind {
  portfolioType: number
  /** 仅学历与学位需要再分。 */
  portfolioChildType?: number
  title: string
  fields: KindField[]
  /** 这些值都相同的两条，只有一条有效。 */
  onceBy?: string[]
}

const EDUCATION = 1
/** 职称。 */
export const TITLE_KIND = 4
/** 任教经历。 */
export const TEACHING_KIND = 6
/** 学历。 */
const CHILD_EDUCATION = 1
/** 学位。 */
const CHILD_DEGREE = 2

const certDate: KindField = { name: 'certDate', message: '请选择颁发证书日期' }
const photo: KindField = { name: 'certImageUrl', message: '请选择上传照片' }
const optionalPhoto: KindField = { name: 'certImageUrl' }
const level: KindField = { name: 'certLevel', message: '请选择级别' }
const prize: KindField = { name: 'prizeType', message: '请选择奖项类型' }
const optional = (...names: string[]): KindField[] => names.map((name) => ({ name }))
const certificate = optional('certNo', 'issueOrg')
const school = optional('graduateSchool', 'major', 'certNo')

/** 十二类档案，表单与服务端都照它检查；名称与序号是约定。 */ // inferred
export const PORTFOLIO_KINDS: PortfolioKind[] = [
  {
    portfolioType: EDUCATION,
    portfolioChildType: CHILD_EDUCATION,
    title: '学历',
    fields: [{ name: 'education', message: '请选择学历' }, certDate, ...school, photo],
    onceBy: ['education'],
  },
  {
    portfolioType: EDUCATION,
    portfolioChildType: CHILD_DEGREE,
    title: '学位',
    fields: [{ name: 'educationLevel', message: '请选择学历' }, certDate, ...school, photo],
    onceBy: ['educationLevel'],
  },
  {
    portfolioType: 2,
    title: '教师资格证',
    fields: [
      { name: 'teacherCredentials', message: '请选择教师资格证等级' },
      certDate,
      ...optional('subjectName', 'certNo'),
      photo,
    ],
    onceBy: ['teacherCredentials', 'subjectName'],
  },
  {
    portfolioType: 3,
    title: '普通话',
    fields: [
      { name: 'spokenLanguage', message: '请选择普通话等级' },
      certDate,
      ...optional('certNo', 'certScore'),
      photo,
    ],
  },
  {
    portfolioType: TITLE_KIND,
    title: '职称',
    fields: [{ name: 'dutyCredentials', message: '请选择职称等级' }, certDate, ...certificate, photo],
    onceBy: ['dutyCredentials'],
  },
  {
    portfolioType: 5,
    title: '培训、学术活动',
    fields: [
      { name: 'memo', message: '请填写参加情况', label: '参加情况' },
      ...optional('certBeginDate', 'certEndDate', 'certLevel', 'hours'),
      optionalPhoto,
    ],
  },
  {
    portfolioType: TEACHING_KIND,
    title: '任教经历',
    fields: [
      { name: 'certBeginDate', message: '请选择任教时间起始', label: '任教时间起始' },
      { name: 'certEndDate', message: '请选择任教时间截至', label: '任教时间截至' },
      { name: 'isToNow' },
      { name: 'memo', label: '任教学校、班级与学科' },
    ],
  },
  {
    portfolioType: 7,
    title: '获奖、荣誉',
    fields: [
      { name: 'memo', message: '请填写参加情况', label: '参加情况' },
      level,
      prize,
      ...optional('certDate', 'issueOrg'),
      optionalPhoto,
    ],
  },
  {
    portfolioType: 8,
    title: '公开课、课例',
    fields: [
      { name: 'courseType', message: '请选择课程类型' },
      level,
      ...optional('prizeType', 'certDate', 'memo'),
      optionalPhoto,
    ],
  },
  {
    portfolioType: 9,
    title: '课题研究',
    fields: [
      { name: 'memo', message: '请输入研究情况', label: '研究情况' },
      level,
      ...optional('certBeginDate', 'certEndDate', 'dutyRole'),
    ],
  },
  {
    portfolioType: 10,
    title: '论文、著作',
    fields: [
      { name: 'memo', message: '请输入获奖及发表情况', label: '获奖及发表情况' },
      ...optional('certLevel', 'prizeType', 'certDate'),
      optionalPhoto,
    ],
  },
  {
    portfolioType: 11,
    title: '辅导获奖',
    fields: [
      { name: 'memo', message: '请输入获奖情况', label: '获奖情况' },
      { name: 'targetObjectType', message: '请选择辅导对象' },
      level,
      prize,
      ...optional('certDate'),
      optionalPhoto,
    ],
  },
  {
    portfolioType: 12,
    title: '其他',
    fields: [{ name: 'memo', message: '请输入情况说明', label: '情况说明' }, optionalPhoto],
  },
]

/** 每一类都可以填的项。 */
export const COMMON_FIELDS = ['certName']

/** 只在某些类里填的项；其余类里留空。 */
export const KIND_FIELDS = [...new Set(PORTFOLIO_KINDS.flatMap((kind) => kind.fields.map((field) => field.name)))]

/** 照片最多几张。 */
export const MOST_PHOTOS = 5

/** 学历没有注明是学历还是学位时按学历。 */
export function kindOf(portfolioType: unknown, portfolioChildType?: unknown): PortfolioKind | undefined {
  const type = Number(portfolioType)
  const child = Number(portfolioChildType) === CHILD_DEGREE ? CHILD_DEGREE : CHILD_EDUCATION
  return PORTFOLIO_KINDS.find((kind) => kind.portfolioType === type && (kind.portfolioChildType ?? child) === child)
}
