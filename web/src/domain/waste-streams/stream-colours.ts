import type { WasteStream } from '@rd4-loket/contract'

/** The background colour of a waste stream, and the colour of text and icons on it. */
type StreamColour = { background: string; text: string }

const white = '#ffffff'
const navy = '#0a366a'

/** The usual colours of the streams in the Netherlands, with a text contrast of at least 4.5:1. */
export const streamColours: Record<WasteStream, StreamColour> = {
  residual_waste: { background: '#5c6773', text: white },
  gft: { background: '#6cc070', text: navy },
  paper: { background: '#1d6fd1', text: white },
  pmd: { background: '#f7943e', text: navy },
  best_bag: { background: '#c62f2f', text: white },
  pruning_waste: { background: '#3f6b21', text: white },
  christmas_trees: { background: '#0f5a48', text: white },
  glass: { background: '#f3cd3b', text: navy },
  diaper: { background: '#f2a3c5', text: navy },
  textile: { background: '#7a43a8', text: white },
}
