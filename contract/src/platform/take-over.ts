import { flag, integer, json } from '../kit/field.ts'

/** So many rows are left out for one reason; `names` tells the first of them. */
export interface LeftBehind {
  reason: string
  num: number
  names: string[]
}

const count = (label: string) => integer(label, { required: true })

/** What comes, or would come, of rows that one list takes over from another. */
export const takenOver = {
  fresh: count('新增'),
  changed: count('更新'),
  unchanged: count('不变'),
  leftNum: count('不带入'),
  leftOut: json<LeftBehind[]>('不带入的原因', { required: true }),
}

/** Asked for first: what would be taken over, and nothing is written. */
export const isTrial = flag('只看结果')
