import { type Ref, useImperativeHandle, useRef } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { PropertyForm } from './PropertyForm.tsx'
import { useModeler } from './use-modeler.ts'
import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn-embedded.css'
import './modeler.css'

export interface ModelerHandle {
  xml(): Promise<string>
}

interface ModelerProps {
  xml: string
  onChange: () => void
  ref: Ref<ModelerHandle>
}

/** The desk: a drawing that can be changed, and the properties of what is picked in it. */
export function Modeler({ xml, onChange, ref }: ModelerProps) {
  const t = useT()
  const place = useRef<HTMLDivElement>(null)
  const { desk, selected, isBroken, saved } = useModeler(place, xml, onChange)
  useImperativeHandle(ref, () => ({ xml: saved }))
  return (
    <div className="modeler">
      {isBroken && <p className="flow-broken">{t('流程图无法显示')}</p>}
      <div ref={place} className="modeler-canvas" role="application" aria-label={t('流程图')} />
      <aside className="modeler-side" aria-label={t('属性')}>
        {desk && selected && <PropertyForm desk={desk} element={selected.element} />}
      </aside>
    </div>
  )
}
