/** Why a row of a sheet that is read is not imported. */
export const ROW_REASONS = {
  head: '标题与表头',
  repeat: '重复的表头',
  foot: '合计、平均分、制表人等',
  blank: '没有要导入的内容',
  note: '说明文字',
  example: '模板的示例行',
  chosen: '由您排除',
} as const

/** Why a whole sheet is not imported; `unknown` waits for an answer. */
export const SHEET_REASONS = {
  otherKind: '属于另一类数据',
  hidden: '隐藏的工作表',
  cover: '封面或说明，没有表格',
  ignored: '由您忽略的工作表',
  empty: '空白工作表',
  unknown: '表头或列待指定',
} as const

/** Why a file is not read. */
export const FILE_REASONS = {
  same: '与另一个文件内容相同',
  notBook: '不是工作簿',
} as const

export type RowReason = keyof typeof ROW_REASONS
export type SheetReason = keyof typeof SHEET_REASONS
export type FileReason = keyof typeof FILE_REASONS

/** So many rows of a sheet are not imported for one reason. */
export interface LeftOut {
  fileNo: number
  sheetNo: number
  reason: RowReason | SheetReason
  num: number
  /** Row numbers of the first of them; none where the whole sheet is left out. */
  rowNos: number[]
}

/** How many of the rows left out are named by their numbers. */
export const NAMED_ROWS = 5

/** First words of lines that close a table or a page of it: sums, means and the like. */
export const FOOT_WORDS = [
  '总?平均分?数?',
  '均分',
  '[合总小]计',
  '总分合计',
  '最[高低]分?数?',
  '([及合]格|优秀|优良|优|良好|低分)率',
  '([及合]格|优秀|优良|良好|低分|[实应参缺]考)?人数',
  '[实应参缺]考',
  '标准差',
  '难度',
  '区分度',
  '得分率',
  '满分',
  '满分值',
]

/** Words that begin a line about the making of a table, before a name or a date; the first may stand without a colon. */
export const SIGN_WORDS = [
  '(制表|填表|审核|审批|校对|复核|录入|登分|统分|打印|填报)(人|员|者|日期|时间|单位)',
  '制表|填表|审核|校对|复核|录入|登分|统分|打印',
  '(学校|单位|校长|负责人|班主任|经办人|主管|教务处|日期|时间)(签字|签名|签章|盖章)?',
]

/** Words that begin a remark. */
export const NOTE_WORDS = ['备注', '附注', '说明', '注']
