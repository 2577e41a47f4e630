import type { PartProps } from '../desk/part-props.ts'
import { Plan } from './Plan.tsx'

/** 数据进度 as a part of the desk. */
export function ProgressSection(props: PartProps) {
  return <Plan {...props} />
}
