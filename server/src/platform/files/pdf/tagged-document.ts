import { zlibSync } from 'fflate'
import PDFDocument from 'pdfkit'

/** The properties of a document that programs show. */
export type PdfProperties = { title: string; author: string; subject: string; created: Date }

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const xmlText = (text: string) => text.replace(/[&<>]/g, (sign) => entities[sign] ?? '')

// PDF/A requires a definition of each property that is not part of PDF/A, such as the mark of PDF/UA.
const accessibilityMark = `
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>The part of ISO 14289 to which the document conforms</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`

/** An object of the file in pdfkit, with the members that the types of pdfkit omit. `buffer`: the stream. */
type StreamReference = { buffer: Uint8Array[]; data: { Filter?: string; Subtype?: string }; finalize: () => void }

/**
 * A Dutch PDF of A4 pages, for archives (PDF/A-2a) and for screen readers (PDF/UA-1). Equal content gives equal bytes
 * on every machine. `mark`: properties that only our programs read.
 */
export class TaggedDocument extends PDFDocument {
  constructor({ title, author, subject, created }: PdfProperties, mark: Record<string, string>) {
    super({
      size: 'A4',
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      pdfVersion: '1.7',
      subset: 'PDF/A-2a',
      tagged: true,
      lang: 'nl-NL',
      displayTitle: true,
      // pdfkit would compress with zlib of Node, whose output differs between kinds of processors.
      compress: false,
      info: { Title: title, Author: author, Subject: subject, Creator: author, CreationDate: created, ...mark },
    })
  }

  /** Called by pdfkit for every object of the file. Compresses streams, except the XML with the properties. */
  override ref(data: object) {
    const reference = super.ref(data)
    // biome-ignore lint/plugin: the types of pdfkit omit these members.
    const stream = reference as unknown as StreamReference
    const finalize = stream.finalize.bind(reference)
    stream.finalize = () => {
      if (stream.buffer.length > 0 && stream.data.Subtype !== 'XML') {
        stream.buffer = [zlibSync(Buffer.concat(stream.buffer))]
        stream.data.Filter = 'FlateDecode'
      }
      finalize()
    }
    return reference
  }

  /** Escapes the properties for XML. pdfkit calls this function, and then writes the properties unchanged. */
  override endMetadata() {
    for (const name of ['Title', 'Author', 'Subject', 'Creator'] as const)
      this.info[name] = xmlText(this.info[name] ?? '')
    this.appendXML(accessibilityMark)
    super.endMetadata()
  }
}
