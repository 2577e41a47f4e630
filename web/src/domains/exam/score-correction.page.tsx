import { CorrectionList } from './correction/CorrectionList.tsx'

/** 成绩更正: corrections of archived marks, from draft to the corrected mark. */
export function Page() {
  return <CorrectionList />
}
