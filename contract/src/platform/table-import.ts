import { type Call, defineCall } from '../kit/call.ts'
import type { AnyCall, AnyEntity, Domain } from '../kit/domain.ts'
import { type Field, type Fields, dateTime, flag, integer, json, text } from '../kit/field.ts'
import { issuedPasswords } from './issued-password.ts'

/** One row of an uploaded workbook as it was read, with everything that keeps it from being imported. */
export interface ImportedRow {
  rowNo: number
  /** By column, as typed. */
  values: Record<string, string>
  /** By column, in the user's words. */
  faults: Record<string, string>
  /** It is there already and will be changed. */
  isKnown: boolean
  /** It is there already exactly so. */
  isSame?: boolean
}

export interface ImportColumn {
  key: string
  title: string
  /** The words there are to choose from. */
  options?: string[]
}

/** Cells of a row typed over after the look, by column. */
export interface MendedRow {
  rowNo: number
  values: Record<string, string>
}

const file = { fileId: text('文件', { required: true, length: 20 }) }

/** What a look through a workbook answers. */
const verdict = {
  fileId: text('文件', { required: true }),
  columns: json<ImportColumn[]>('列', { required: true }),
  /** 至多 MOST_SHOWN 行，有错误的在先选取。 */
  rows: json<ImportedRow[]>('行', { required: true }),
  total: integer('行数', { required: true }),
  faulty: integer('有错误的行数', { required: true }),
  added: integer('新增的行数', { required: true }),
  changed: integer('变更的行数', { required: true }),
  same: integer('未变的行数', { required: true }),
  /** 文件里没有当作数据读取的内容：其他工作表、示例行、不认识的列。 */
  passed: json<string[]>('没有读取的内容', { required: true }),
  message: text('整个文件的错误', { required: true }),
}

/** Without any, the file is looked through as it stands. */
const mending = { mends: json<MendedRow[]>('改正的行', { shape: 'rows' }) }

/** So many rows of a workbook are shown; the annotated workbook has them all. */
export const MOST_SHOWN = 1000

/** How many rows were kept; first passwords where accounts were among them. */
const kept = {
  added: integer('新增', { required: true }),
  changed: integer('修改', { required: true }),
  passwords: issuedPasswords,
}

interface ImportOptions<A extends Fields> {
  /** Of what: 用户. */
  title: string
  paths: (segment: string) => { path: string; aliases: string[] }
  permission: string
  /** What is asked beside the file. */
  asked: A
  /** What the empty workbook depends on. */
  templateOf?: Fields
  stepUp?: boolean
}

/** The calls by which rows come in by workbook: looked through as often as wanted, then all of them or none. */
export interface ImportCalls<A extends Fields = Record<never, Field>> {
  /** 试导入：逐行指出错误，什么也不保存。 */
  check: Call<A, typeof verdict, 'data'>
  /** 在页面上改正试导入过的文件的单元格，再逐行检查一遍；改正随文件保存，导入时一并计入。 */
  mend: Call<A & typeof file & typeof mending, typeof verdict, 'data'>
  /** 试导入的文件加上每行的错误，供改好后再传。 */
  faults: Call<A & typeof file, Record<never, Field>, 'file'>
  /** 把试导入过的文件导入，不必再传一次；全部导入或全部不导入。 */
  commit: Call<A & typeof file, typeof kept, 'data'>
  template: Call<Fields, Record<never, Field>, 'file'>
}

export function importCalls<const A extends Fields>(name: string, options: ImportOptions<A>): ImportCalls<A> {
  const { title, paths, asked, stepUp = false } = options
  const access = { permission: options.permission }
  return {
    check: defineCall(`${name}.importCheck`, {
      method: 'POST',
      ...paths('import-check'), // inferred
      title: `${title}试导入`,
      access,
      body: 'upload',
      readOnly: true,
      input: asked,
      output: verdict,
    }),
    mend: defineCall(`${name}.importMend`, {
      method: 'POST',
      ...paths('import-mend'), // inferred
      title: `改正试导入过的${title}`,
      access,
      input: { ...file, ...mending, ...asked },
      output: verdict,
    }),
    faults: defineCall(`${name}.importFaults`, {
      method: 'GET',
      ...paths('import-faults'), // inferred
      title: `${title}试导入结果`,
      access,
      input: { ...file, ...asked },
      answer: 'file',
    }),
    commit: defineCall(`${name}.importCommit`, {
      method: 'POST',
      ...paths('import-commit'), // inferred
      title: `导入试导入过的${title}`,
      access,
      stepUp,
      input: { ...file, ...asked },
      output: kept,
    }),
    template: defineCall(`${name}.exportTemplate`, {
      method: 'GET',
      ...paths('export-template'), // inferred
      title: `${title}导入模板`,
      access,
      input: options.templateOf ?? {},
      answer: 'file',
    }),
  }
}

/** What keeping a workbook answers, also where it comes in one step. */
export const importKept = kept

/** Numbers of the rows the user leaves out; all others have no faults. */
const leaving = { leftOut: json<number[]>('不导入的行号', { shape: 'integers' }) }
const started = { jobId: text('任务', { required: true }) }

/** So many days after an import it can be taken back. */
export const UNDO_DAYS = 30

/** An import of one's own that was kept. */
const undoable = {
  id: text('导入', { required: true }),
  fileId: text('文件', { required: true }),
  fileName: text('文件名', { required: true }),
  added: integer('新增的行数', { required: true }),
  changed: integer('变更的行数', { required: true }),
  createTime: dateTime('导入时间', { required: true }),
  isUndone: flag('已撤销', { required: true }),
}

/** The calls by which rows of an entity with an `importKey` come in by workbook; what is kept is kept by a job. */
export interface EntityImportCalls extends Omit<ImportCalls, 'commit'> {
  /** 把试导入过的文件交给任务导入；除指名不导入的行外，全部导入或全部不导入。 */
  commit: Call<typeof file & typeof leaving, typeof started, 'data'>
  /** 本人近 30 天的导入，最近的在前。 */
  history: Call<Record<never, Field>, typeof undoable, 'list'>
  /** 撤销一次导入：新增的行删除，变更的行恢复原值；导入后又被修改的行保持现状，先询问再撤销。 */
  undo: Call<{ id: (typeof undoable)['id'] }, typeof started, 'data'>
}

export function entityImportCalls(entity: AnyEntity): EntityImportCalls {
  const permission = `${entity.permission}_add`
  const paths = (segment: string) => {
    const [path = '', ...aliases] = entity.paths.map((base) => `${base}/${segment}`)
    return { path, aliases }
  }
  const { name, title } = entity
  const calls = importCalls(name, { title, paths, permission, asked: {} })
  const commit = defineCall(`${name}.importCommit`, {
    method: 'POST',
    ...paths('import-commit'), // inferred
    title: `导入试导入过的${title}`,
    access: { permission },
    input: { ...file, ...leaving },
    output: started,
  })
  const history = defineCall(`${name}.importHistory`, {
    method: 'GET',
    ...paths('import-history'), // inferred
    title: `${title}的导入记录`,
    access: { permission },
    output: undoable,
    answer: 'list',
  })
  const undo = defineCall(`${name}.importUndo`, {
    method: 'POST',
    ...paths('import-undo'), // inferred
    title: `撤销${title}的导入`,
    access: { permission },
    input: { id: undoable.id },
    output: started,
  })
  return { ...calls, commit, history, undo }
}

/** The calls of every entity among those of the domains that is imported by workbook. */
export function allImportCalls(domains: readonly Domain[]): AnyCall[] {
  const imported = domains.flatMap(({ entities }) => entities).filter(({ importKey }) => importKey)
  return imported.flatMap((entity) => Object.values<AnyCall>({ ...entityImportCalls(entity) }))
}
