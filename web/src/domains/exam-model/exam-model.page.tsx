import type { PageProps } from '../../platform/tabs/tab.ts'
import { ModelList } from './ModelList.tsx'
import { ModelView } from './results/ModelView.tsx'

/** 教学质量评价分析模型: the list, and behind `/<code>` what a model came to. */
export function Page({ rest: [modelCode] }: PageProps) {
  return modelCode ? <ModelView key={modelCode} modelCode={modelCode} /> : <ModelList />
}
