package io.tidemark.features.verify;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.Block;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.report.store.Bundle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was found out about one run or study: figures that are the same, differ, or stay unknown.
 */
public final class Verification {
  private static final int SHOWN = 30;
  private static final int LONGEST = 100;

  /**
   * A figure that is not what the raw data give.
   *
   * @param file relative to the folder that is verified
   * @param field its path in the file; empty for the file as a whole
   * @param stored empty if it is not there
   * @param computed empty if it should not be there
   */
  public record Difference(String file, String field, String stored, String computed) {
    @Override
    public String toString() {
      String place = file + (field.isEmpty() ? "" : ": " + field);
      return computed.isEmpty()
          ? place + ": " + stored
          : place + ": is " + stored + ", computed " + computed;
    }
  }

  /**
   * Fields that do not follow from anything else in the folder.
   *
   * @param fields their paths without indexes
   */
  public record NotComputed(String file, Set<String> fields, long figures, String why) {
    @Override
    public String toString() {
      return "%s, %s: %s (%s)"
          .formatted(file, Text.plural(figures, "figure"), why, String.join(", ", fields));
    }
  }

  private final Path source;
  private final Set<Difference> differences = new LinkedHashSet<>();
  private final Map<List<String>, NotComputed> notComputed = new LinkedHashMap<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private long same;

  Verification(Path source) {
    this.source = source;
  }

  /** All of them as JSON. */
  public static String json(List<Verification> all) {
    ArrayNode list = ReportFormats.JSON.createArrayNode();
    for (Verification each : all) {
      ObjectNode one = list.addObject();
      one.put("source", Bundle.shown(each.source));
      one.put("same", each.differences.isEmpty());
      one.put("sameFigures", each.same);
      one.set("differences", ReportFormats.JSON.valueToTree(each.differences));
      one.set("notComputed", ReportFormats.JSON.valueToTree(each.notComputed.values()));
      one.set("notes", ReportFormats.JSON.valueToTree(each.notes));
    }
    return list.toPrettyString();
  }

  public List<Difference> differences() {
    return List.copyOf(differences);
  }

  public List<NotComputed> notComputed() {
    return List.copyOf(notComputed.values());
  }

  /** The number of figures that were computed again and are the same. */
  public long same() {
    return same;
  }

  void addSame() {
    same++;
  }

  void differs(String file, String field, String stored, String computed) {
    differences.add(
        new Difference(
            file,
            field,
            shortened(stored.isEmpty() ? "absent" : stored),
            shortened(computed.isEmpty() ? "absent" : computed)));
  }

  private static String shortened(String value) {
    return value.length() > LONGEST ? value.substring(0, LONGEST) + "..." : value;
  }

  /** Something is wrong with a file or a field that has no other value. */
  void wrong(String file, String field, String what) {
    differences.add(new Difference(file, field, what, ""));
  }

  void note(String text) {
    notes.add(text);
  }

  boolean hasDifferenceIn(String file) {
    return differences.stream().anyMatch(each -> each.file().equals(file));
  }

  void notComputed(String file, String field, long figures, String why) {
    NotComputed known =
        notComputed.computeIfAbsent(
            List.of(file, why), key -> new NotComputed(file, Set.of(), 0, why));
    Set<String> fields = new LinkedHashSet<>(known.fields());
    fields.add(field);
    notComputed.put(
        List.of(file, why), new NotComputed(file, fields, known.figures() + figures, why));
  }

  /** What the command prints. */
  public Document document() {
    List<Section> sections = new ArrayList<>();
    sections.add(
        Section.of("differences", "Differences")
            .notes(differences.stream().limit(SHOWN).map(Difference::toString).toList())
            .notes(
                differences.size() > SHOWN
                    ? List.of(differences.size() - SHOWN + " more; --json has all")
                    : List.of()));
    sections.add(
        Section.of("notComputed", "Not computed again")
            .notes(ofAllRuns().stream().map(NotComputed::toString).toList()));
    List<Block> opening = new ArrayList<>();
    opening.add(
        new Block.Paragraph(
            differences.isEmpty()
                ? Cell.of("SAME: " + counted(), Tone.GOOD)
                : Cell.of("DIFFERS: " + counted(), Tone.BAD)));
    notes.forEach(note -> opening.add(new Block.Paragraph(Cell.of(note))));
    return new Document(
        Bundle.shown(source),
        opening,
        sections.stream().filter(section -> !section.isEmpty()).toList());
  }

  /** The files of one name as one. */
  private List<NotComputed> ofAllRuns() {
    Verification all = new Verification(source);
    for (NotComputed each : notComputed.values()) {
      String name = each.file().substring(each.file().lastIndexOf('/') + 1);
      each.fields().forEach(field -> all.notComputed(name, field, 0, each.why()));
      all.notComputed(name, each.fields().iterator().next(), each.figures(), each.why());
    }
    return all.notComputed();
  }

  private String counted() {
    long unknown = notComputed.values().stream().mapToLong(NotComputed::figures).sum();
    return "%s, %s computed again and the same, %s not computed"
        .formatted(
            Text.plural(differences.size(), "difference"), Text.count(same), Text.count(unknown));
  }
}
