import { EXTENSIONS } from '@xueheng/contract/domains/workflow/flowable.ts'
import BpmnModeler from 'bpmn-js/lib/Modeler'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { type Canvas, fit, inkOfTheme, keepMarkSeen } from './drawing-look.ts'
import { type Desk, type DrawnElement, deskOf } from './modeler-desk.ts'
import { OFFER } from './modeler-offer.ts'
import { MODELER_WORDS } from './modeler-words.ts'

/** What is picked. Every change of the drawing makes a new one, so that the form shows what stands there. */
interface Selected {
  element: DrawnElement
}

/** The drawing library at work in a place of the page. It goes while its tab is hidden; what was drawn so far stays. */
export function useModeler(place: RefObject<HTMLDivElement | null>, xml: string, onChange: () => void) {
  const t = useT()
  const words = useRef(t)
  words.current = t
  const modeler = useRef<BpmnModeler>(undefined)
  const drawn = useRef<string | Promise<string>>(xml)
  const [desk, setDesk] = useState<Desk>()
  const [selected, select] = useState<Selected>()
  const [isBroken, setBroken] = useState(false)

  useEffect(() => {
    const container = place.current
    if (!container) return
    const made = makeModeler(container, (text) => words.current(text))
    modeler.current = made
    const here = deskOf(made)
    const show = (element: DrawnElement) => select({ element })
    here.onSelect(show)
    here.onChange((element) => {
      onChange()
      show(element)
    })
    let isGone = false
    const open = async () => {
      const begun = await drawn.current
      if (isGone) return
      await made.importXML(begun)
      if (isGone) return
      fit(made.get<Canvas>('canvas'))
      keepMarkSeen(container)
      setDesk(here)
      show(here.root())
    }
    open().catch(() => !isGone && setBroken(true))
    return () => {
      isGone = true
      modeler.current = undefined
      drawn.current = drawingOf(made, drawn.current)
      made.destroy()
    }
  }, [place, onChange])

  async function saved(): Promise<string> {
    return modeler.current ? drawingOf(modeler.current, '') : ''
  }
  return { desk, selected, isBroken, saved }
}

/** What is drawn now; `before` while there is nothing to write down yet. */
async function drawingOf(modeler: BpmnModeler, before: string | Promise<string>): Promise<string> {
  const { xml } = await modeler.saveXML({ format: true }).catch(() => ({ xml: undefined }))
  return xml ?? before
}

function makeModeler(container: HTMLElement, t: (text: string) => string): BpmnModeler {
  return new BpmnModeler({
    container,
    bpmnRenderer: inkOfTheme(container),
    moddleExtensions: EXTENSIONS,
    additionalModules: [OFFER, { translate: ['value', translator(t)] }],
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
