package io.tidemark.model.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class BodyFileTest {

  @Test
  void linesEndWithLfOrCrLfAndEmptyOnesAreLeftOut() throws BodyException {
    assertThat(texts(BodyFile.between(bytes("a\nbb\r\n\n\r\nccc"), "\n")))
        .containsExactly("a", "bb", "ccc");
  }

  @Test
  void anotherDelimiterKeepsLineBreaksInBodies() throws BodyException {
    assertThat(texts(BodyFile.between(bytes("a\nb\r\n---\nc---\nd"), "---\n")))
        .containsExactly("a\nb\r\n", "c", "d");
  }

  @Test
  void bodiesFollowTheirLengths() throws BodyException {
    byte[] file = {0, 0, 0, 2, 'a', '\n', 0, 0, 0, 0, 0, 0, 0, 1, 'b'};
    assertThat(texts(BodyFile.afterLengths(file))).containsExactly("a\n", "", "b");
  }

  @Test
  void saysWhereABodyIsShorterThanItsLength() {
    byte[] file = {0, 0, 0, 1, 'a', 0, 0, 1, 0, 'b'};
    assertThatThrownBy(() -> BodyFile.afterLengths(file))
        .isInstanceOf(BodyException.class)
        .hasMessageContaining("at byte 5")
        .hasMessageContaining("got 256 bytes of 1");
    assertThatThrownBy(() -> BodyFile.afterLengths(new byte[] {-1, 0, 0, 0, 5}))
        .hasMessageContaining("at byte 0");
    assertThatThrownBy(() -> BodyFile.afterLengths(new byte[] {0, 0}))
        .hasMessageContaining("no length");
  }

  @Test
  void aLogIsCutIntoPiecesAndItsRestIsLeftOut() throws BodyException {
    assertThat(texts(BodyFile.pieces(bytes("abcdefgh"), 3))).containsExactly("abc", "def");
    assertThatThrownBy(() -> BodyFile.pieces(bytes("ab"), 3))
        .hasMessage("the file has 2 bytes; allowed at least one piece of 3");
  }

  @Test
  void aFileWithoutABodyIsAnError() {
    assertThatThrownBy(() -> BodyFile.between(bytes("\n\r\n"), "\n"))
        .hasMessageContaining("no body in the file");
  }

  @Test
  void theNumberOfBodiesIsLimited() {
    byte[] file = new byte[2 * BodyFile.MOST_BODIES + 2];
    for (int i = 0; i < file.length; i++) {
      file[i] = (byte) (i % 2 == 0 ? 'a' : '\n');
    }
    assertThatThrownBy(() -> BodyFile.between(file, "\n"))
        .hasMessage("more than 1,000,000 bodies; allowed 1,000,000");
  }

  @Test
  void jsonIsCheckedWithThePlaceOfWhatIsWrong() throws BodyException {
    JsonCheck.check(List.of(bytes("{\"a\": [1, 2]}"), bytes("\"text\""), bytes(" 5 ")));
    assertThatThrownBy(() -> JsonCheck.check(List.of(bytes("{}"), bytes("{\"a\":\n 1,}"))))
        .hasMessageContaining("body 1 is not JSON at line 2, column 4")
        .hasMessageContaining("it begins with {\"a\": 1,}");
    assertThatThrownBy(() -> JsonCheck.check(List.of(bytes("{} {}"))))
        .hasMessageContaining("a second value");
    assertThatThrownBy(() -> JsonCheck.check(List.of(bytes("  "))))
        .hasMessageContaining("body 0 is empty");
    assertThatThrownBy(() -> JsonCheck.check(List.of(bytes("\"open"))))
        .hasMessageContaining("body 0 is not JSON");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<String> texts(List<byte[]> bodies) {
    return bodies.stream().map(body -> new String(body, StandardCharsets.UTF_8)).toList();
  }
}
