import { mouldPreview } from '@xueheng/contract/domains/seal/seal-mould.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Flex, Form, Typography } from 'antd'
import { useDeferredValue } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, saveAs } from '../../platform/api/client.ts'
import type { InputProps } from '../../platform/crud/fields/field-view.ts'
import { viewOf } from '../../platform/crud/fields/kinds.ts'
import type { Values } from '../../platform/form/values.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { toPng } from './mould-png.ts'
import './seal.css'

const DRAWN = Object.keys(mouldPreview.input)

/** The last of the fields a mould is drawn from, and below it the mould as typed so far. */
export function MouldInput(props: InputProps) {
  const { Input } = viewOf(props.field)
  return (
    <Flex vertical gap="small">
      <Input {...props} />
      <MouldPicture />
    </Flex>
  )
}

function MouldPicture() {
  const t = useT()
  const typed = useTyped()
  const { data, error } = useQuery({
    queryKey: ['sealmould', 'preview', typed],
    queryFn: () => callApi(mouldPreview, typed),
    enabled: typed.sealText !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (error) return <Typography.Text type="warning">{t(error.message)}</Typography.Text>
  if (!data) return <Typography.Text type="secondary">{t('填写印文后在此预览')}</Typography.Text>
  return (
    <>
      <img className="seal-mould" alt={t('印模预览')} src={`data:image/svg+xml;utf8,${encodeURIComponent(data.svg)}`} />
      <MouldFiles svg={data.svg} {...typed} />
    </>
  )
}

interface MouldFilesProps {
  svg: string
  sealText: string
  widthMm: number
  heightMm: number
}

/** The drawing to take along: as lines, and as points for programs that want a picture. */
function MouldFiles({ svg, sealText, widthMm, heightMm }: MouldFilesProps) {
  const t = useT()
  const name = `${sealText}_${widthMm}x${heightMm}mm`
  const drawing = useAction(async () => saveAs(await toPng(svg, widthMm, heightMm), `${name}_300dpi.png`), { done: '' })
  return (
    <Flex gap="small" wrap>
      <Button onClick={() => saveAs(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`)}>{t('下载SVG')}</Button>
      <Button loading={drawing.isBusy} onClick={() => void drawing.run()}>
        {t('下载PNG（300dpi）')}
      </Button>
    </Flex>
  )
}

/** What the form holds of the mould's own fields. */
function useTyped() {
  const form = Form.useFormInstance<Values>()
  const values = Form.useWatch((all: Values) => JSON.stringify(DRAWN.map((name) => all[name] ?? null)), form)
  const held: unknown[] = JSON.parse(useDeferredValue(values ?? '[]'))
  const text = (name: string) => String(held[DRAWN.indexOf(name)] ?? '')
  const number = (name: string) => Number(text(name) || 0)
  return {
    shape: number('shape') || 1,
    widthMm: number('widthMm'),
    heightMm: number('heightMm'),
    borderMm: text('borderMm') || null,
    hasStar: number('hasStar'),
    sealText: text('sealText'),
    lineText: text('lineText') || null,
    codeText: text('codeText') || null,
  }
}
