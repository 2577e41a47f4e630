import type { FlowMark } from '@xueheng/contract/domains/workflow/process.ts'
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTheme } from '../../platform/theme/theme.ts'
import { type Canvas, fit, inkOfTheme, keepMarkSeen } from './drawing-look.ts'
import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import './workflow.css'

interface DrawingProps {
  xml: string
  marks: FlowMark[]
}

/** A BPMN drawing that can be moved and zoomed. */
export function Drawing({ xml, marks }: DrawingProps) {
  const t = useT()
  const place = useRef<HTMLDivElement>(null)
  const isDark = useTheme((theme) => theme.isDark)
  const [isBroken, setBroken] = useState(false)

  useEffect(() => {
    const container = place.current
    if (!container) return
    const viewer = new NavigatedViewer({ container, bpmnRenderer: inkOfTheme(container) })
    let isGone = false
    viewer
      .importXML(xml)
      .then(() => {
        if (isGone) return
        const canvas = viewer.get<Canvas>('canvas')
        fit(canvas)
        mark(canvas, marks)
        keepMarkSeen(container)
        setBroken(false)
      })
      .catch(() => !isGone && setBroken(true))
    return () => {
      isGone = true
      viewer.destroy()
    }
  }, [xml, marks, isDark])

  return (
    <>
      {isBroken && <p className="flow-broken">{t('流程图无法显示')}</p>}
      <div ref={place} className="flow-canvas" role="img" aria-label={t('流程图')} />
    </>
  )
}

/** Lines that were passed, steps that are done, steps that go on; a step that is open again counts as open. */
function mark(canvas: Canvas, marks: FlowMark[]): void {
  const current = new Set(marks.filter((one) => one.endTime === '').map((one) => one.historyActivityId))
  for (const { historyActivityId: id } of marks) {
    try {
      canvas.addMarker(id, current.has(id) ? 'is-current' : 'is-done')
    } catch {
      // What happened may name a step that the drawing leaves out.
    }
  }
}
