import {
  type Field,
  type Fields,
  date,
  dateTime,
  decimal,
  flag,
  integer,
  json,
  paragraph,
  text,
} from '../../kit/field.ts'

/** What a field of a form can hold, by the type that process files write. */
export const FORM_KINDS = {
  string: '单行文字',
  text: '多行文字',
  long: '整数',
  double: '数字',
  boolean: '是否',
  date: '日期',
  datetime: '日期时间',
  enum: '选项',
  people: '人员',
  department: '部门',
  school: '学校',
  upload: '附件',
}

export type FormKind = keyof typeof FORM_KINDS

/** At one step a field is filled in, only read, or not shown. */
export const FORM_ACCESS = { write: '可填', read: '只读', hidden: '隐藏' }

export type FormAccess = keyof typeof FORM_ACCESS

export interface FormOption {
  value: string
  label: string
}

/** A field that a process file declares at its start or at a step. */
export interface FormField {
  /** Name of the process variable. */
  id: string
  name: string
  kind: FormKind
  isRequired: boolean
  access: FormAccess
  /** Of kind `enum`. */
  options: FormOption[]
}

/** An attachment: the id of the file, and its name when it came in. */
export interface FormFile {
  id: string
  name: string
}

/** What was filled in, by id of the field. */
export type FormValues = Record<string, unknown>

/** A field with what was filled in: `text` as people read it, `files` of attachments. */
export interface FormAnswer {
  id: string
  name: string
  kind: FormKind
  text: string
  files: FormFile[]
}

/** Most attachments of one field. */
export const MOST_FILES = 10

const LONGEST_KEY = 64

/** The field as the checks and the inputs of both sides know it. */
export function fieldOf({ name, kind, isRequired }: FormField): Field {
  const required = isRequired
  switch (kind) {
    case 'text':
      return paragraph(name, { required, length: 2000 })
    case 'long':
      return integer(name, { required })
    case 'double':
      return decimal(name, { required })
    case 'boolean':
      return flag(name, { default: 0 })
    case 'date':
      return date(name, { required })
    case 'datetime':
      return dateTime(name, { required })
    case 'upload':
      return { ...json<FormFile[]>(name, { required }), message: `请上传${name}` }
    case 'string':
      return text(name, { required, length: 255 })
    default:
      return text(name, { required, length: LONGEST_KEY, message: `请选择${name}` })
  }
}

/** The fields of a form by their ids, in their order. */
export function fieldsOf(form: readonly FormField[]): Fields {
  return Object.fromEntries(form.map((field) => [field.id, fieldOf(field)]))
}

/** The fields that are filled in at a step. */
export function writtenAt(form: readonly FormField[] = []): FormField[] {
  return form.filter(({ access }) => access === 'write')
}
