import { createContext } from 'react'

/** Whether something around draws the frame already: a page or a dialog. What is drawn inside brings none of its own. */
export const IsFramed = createContext(false)
