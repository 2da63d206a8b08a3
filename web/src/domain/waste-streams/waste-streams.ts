import type { WasteStream } from '@rd4-loket/contract'

/** The background colour of a waste stream, and the colour of text and icons on it. */
type StreamColour = { ground: string; text: string }

const white = '#ffffff'
const navy = '#0a366a'

/** The colours that Dutch households know, with a text contrast of at least 4.5:1. */
export const streamColours: Record<WasteStream, StreamColour> = {
  residual_waste: { ground: '#5c6773', text: white },
  gft: { ground: '#6cc070', text: navy },
  paper: { ground: '#1d6fd1', text: white },
  pmd: { ground: '#f7943e', text: navy },
  best_bag: { ground: '#c62f2f', text: white },
  pruning_waste: { ground: '#3f6b21', text: white },
  christmas_trees: { ground: '#0f5a48', text: white },
  glass: { ground: '#f3cd3b', text: navy },
  diaper: { ground: '#f2a3c5', text: navy },
  textile: { ground: '#7a43a8', text: white },
}
