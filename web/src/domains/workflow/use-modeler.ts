import { FLOWABLE } from '@xueheng/contract/domains/workflow/flowable.ts'
import BpmnModeler from 'bpmn-js/lib/Modeler'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { type Canvas, fit, inkOfTheme, keepMarkSeen } from './drawing-look.ts'
import { type Desk, type DrawnElement, deskOf } from './modeler-desk.ts'
import { MODELER_WORDS } from './modeler-words.ts'

interface Selected {
  element: DrawnElement
  /** Grows with every change of the drawing, so that the form shows what stands there. */
  turn: number
}

/** The drawing library at work in a place of the page. The drawing it begins with is read once. */
export function useModeler(place: RefObject<HTMLDivElement | null>, xml: string, onChange: () => void) {
  const t = useT()
  const words = useRef(t)
  words.current = t
  const modeler = useRef<BpmnModeler>(undefined)
  const [first] = useState(xml)
  const [desk, setDesk] = useState<Desk>()
  const [selected, select] = useState<Selected>()
  const [isBroken, setBroken] = useState(false)

  useEffect(() => {
    const container = place.current
    if (!container) return
    const made = makeModeler(container, (text) => words.current(text))
    modeler.current = made
    const here = deskOf(made)
    let turn = 0
    const show = (element: DrawnElement) => select({ element, turn: (turn += 1) })
    here.onSelect(show)
    here.onChange((element) => {
      onChange()
      show(element)
    })
    let isGone = false
    made
      .importXML(first)
      .then(() => {
        if (isGone) return
        fit(made.get<Canvas>('canvas'))
        keepMarkSeen(container)
        setDesk(here)
        show(here.root())
      })
      .catch(() => !isGone && setBroken(true))
    return () => {
      isGone = true
      modeler.current = undefined
      made.destroy()
    }
  }, [place, first, onChange])

  async function saved(): Promise<string> {
    return (await modeler.current?.saveXML({ format: true }))?.xml ?? ''
  }
  return { desk, selected, isBroken, saved }
}

function makeModeler(container: HTMLElement, t: (text: string) => string): BpmnModeler {
  return new BpmnModeler({
    container,
    bpmnRenderer: inkOfTheme(container),
    moddleExtensions: { flowable: FLOWABLE },
    additionalModules: [{ translate: ['value', translator(t)] }],
  })
}

/** The library asks with English words and slots in braces. */
function translator(t: (text: string) => string) {
  return (template: string, slots: Record<string, string> = {}) => {
    const chinese = MODELER_WORDS[template]
    const text = chinese === undefined ? template : t(chinese)
    return text.replaceAll(/\{([^}]+)\}/g, (_all, name: string) => slots[name] ?? `{${name}}`)
  }
}
