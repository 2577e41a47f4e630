import { readFile } from 'node:fs/promises'
import { mouldPreview, sealMould } from '@xueheng/contract/domains/seal/seal-mould.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { hook, implement } from '../../platform/module.ts'
import { findSchool } from '../school/index.ts'
import { type MouldPlan, type MouldShape, mouldSvg } from './mould/draw-mould.ts'
import { lettersWithout } from './mould/glyphs.ts'

const SHAPES: Record<number, MouldShape> = { 1: 'round', 2: 'oval', 3: 'square', 4: 'personal' }
/** What stands in a block must be read at the size of a seal. */
const LETTERS = { square: 16, personal: 6 }
const CODE_DIGITS = 13
/** Border at most, as a share of the shorter side: more leaves no room for the letters. */
const MOST_BORDER = 1 / 8

interface MouldValues {
  shape?: number | null
  widthMm?: number | null
  heightMm?: number | null
  borderMm?: string | null
  hasStar?: number | null
  sealText?: string | null
  lineText?: string | null
  codeText?: string | null
}

export const previewHandler = implement(mouldPreview, (_ctx, input) =>
  Promise.resolve({ svg: mouldSvg(planOf(input)) }),
)

export const mouldHooks = hook(sealMould, {
  async beforeSave(ctx, row, before) {
    const now = { ...before, ...row }
    row.areaCode = (await findSchool(ctx, now.deptUscc ?? ''))?.areaCode ?? null
    planOf(now)
  },
})

/** Refuses what cannot be drawn, by its field. */
function planOf(values: MouldValues): MouldPlan {
  const plan = {
    shape: SHAPES[values.shape ?? 1] ?? 'round',
    width: values.widthMm ?? 0,
    height: values.heightMm ?? 0,
    border: Number(values.borderMm ?? 1),
    hasStar: values.hasStar === 1,
    text: (values.sealText ?? '').trim(),
    line: (values.lineText ?? '').trim(),
    code: (values.codeText ?? '').trim(),
  }
  assertSizes(plan)
  assertTexts(plan)
  return plan
}

function assertSizes({ shape, width, height, border }: MouldPlan): void {
  if (border > Math.min(width, height) * MOST_BORDER) throw fault('borderMm', '边宽不能大于印面短边的八分之一')
  if (shape === 'round' && width !== height) throw fault('heightMm', '圆形的宽和高必须相同')
  if (shape === 'oval' && width <= height) throw fault('heightMm', '椭圆形的高必须小于宽')
}

function assertTexts({ shape, text, line, code }: MouldPlan): void {
  const named = { sealText: text, lineText: line, codeText: code }
  for (const [field, value] of Object.entries(named)) {
    const missing = lettersWithout(value)
    if (missing.length > 0) throw fault(field, `印章字体中没有这些字：${missing.join('')}`)
  }
  if (code && !(code.length === CODE_DIGITS && /^\d+$/.test(code))) throw fault('codeText', '编码必须是13位数字')
  if (shape === 'round' || shape === 'oval') return
  const most = LETTERS[shape]
  if ([...text].length > most) throw fault('sealText', `这种形状的印文最多${most}个字`)
  if (line || code) throw fault(line ? 'lineText' : 'codeText', '方形和人名章没有横排文字和编码')
}

/** The face of a seal as it goes into the seal itself. */
export interface MouldPicture {
  /** PNG, JPG or SVG. */
  pictureType: string
  picture: Buffer
  /** Millimetres. */
  width: number
  height: number
}

/** What the mould shows: the picture that was brought in, or the drawing. */
export async function mouldPicture(ctx: Ctx, mould: MouldValues & { picUrl: string | null }): Promise<MouldPicture> {
  const plan = planOf(mould)
  const { width, height } = plan
  if (!mould.picUrl) return { pictureType: 'SVG', picture: Buffer.from(mouldSvg(plan)), width, height }
  const [, fileId = ''] = /\/picture\/[^/]+\/(\d+)$/.exec(mould.picUrl) ?? []
  if (!fileId) throw refuse('印模图片不是在本系统上传的，请重新上传')
  const picture = await readFile((await ctx.files.localPath(ctx, fileId)).path)
  const isPng = picture.subarray(1, 4).toString('latin1') === 'PNG'
  return { pictureType: isPng ? 'PNG' : 'JPG', picture, width, height }
}

const PICTURE_TYPES: Record<string, string> = { SVG: 'image/svg+xml', PNG: 'image/png', JPG: 'image/jpeg' }

/** The picture of a seal as a page shows it. */
export function pictureUrl(type: string, picture: Buffer): string {
  return `data:${PICTURE_TYPES[type] ?? 'image/png'};base64,${picture.toString('base64')}`
}
