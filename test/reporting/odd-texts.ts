// Texts that are easily damaged on their way through XML, each with what must arrive.
export const oddTexts: readonly [what: string, text: string, arrives: string][] = [
  ['plain', 'No buyer', 'No buyer'],
  ['markup', '<b>&</b> ]]> "it\'s"', '<b>&</b> ]]> "it\'s"'],
  ['escaped already', '&lt;cbc:ID&gt; &amp;amp; &quot;', '&lt;cbc:ID&gt; &amp;amp; &quot;'],
  ['what looks like a reference', '&#xD; &#13; &nbsp; &;', '&#xD; &#13; &nbsp; &;'],
  ['line ends and tabs inside', 'one\ntwo\r\nthree\tfour\rfive', 'one\ntwo\r\nthree\tfour\rfive'],
  ['white space around', ' \n No buyer\t', 'No buyer'],
  ['a space that XML does not know as one', '\u00a0', '\u00a0'],
  ['control characters', 'a\u0000b\u0008c\u001fd', 'a\ufffdb\ufffdc\ufffdd'],
  ['half of a pair', 'a\ud800b\udc00', 'a\ufffdb\ufffd'],
  ['no characters', '\ufffe\uffff', '\ufffd\ufffd'],
  ['beyond the first plane', 'נכון 😀 𝒳 ﷽', 'נכון 😀 𝒳 ﷽'],
  ['a message of 20,000 characters', 'x&y '.repeat(5000), 'x&y '.repeat(5000).trimEnd()],
]
