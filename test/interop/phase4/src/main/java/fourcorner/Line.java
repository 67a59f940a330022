// What is said to and by the peer: one line each, a word and then name=value pairs, separated by tabs.
package fourcorner;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

final class Line {
  private static final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  private Line() {}

  static Map<String, String> read(String line) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : line.split("\t")) {
      int equals = pair.indexOf('=');
      if (equals > 0) pairs.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return pairs;
  }

  /** `pairs` are name, value, name, value …; a pair without a value is left out. */
  static void say(String word, Object... pairs) {
    StringBuilder line = new StringBuilder(word);
    for (int at = 0; at < pairs.length; at += 2)
      if (pairs[at + 1] != null)
        line.append('\t').append(pairs[at]).append('=').append(String.valueOf(pairs[at + 1]).replaceAll("\\s+", " "));
    synchronized (out) {
      out.println(line);
    }
  }
}
