import { menu } from '../../platform/declared/declared.ts'

/** Address of a screen of the group, by the code of its menu node. */
function pathOf(code: string): string {
  const nodes = menu.flatMap((group) => group.children ?? [])
  return nodes.find((node) => node.code === code)?.path ?? '/wel/index'
}

export const MODELS_PATH = pathOf('exam_model_index')
export const NEW_MODEL_PATH = pathOf('exam_model_add')
export const SCORINGS_PATH = pathOf('exam_model_scoring')
export const NEW_SCORING_PATH = pathOf('exam_model_add_scoring')

export function resultPath({ modelCode }: Record<string, unknown>): string {
  return `${MODELS_PATH}/${encodeURIComponent(String(modelCode))}`
}
