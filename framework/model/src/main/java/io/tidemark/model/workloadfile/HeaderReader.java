package io.tidemark.model.workloadfile;

import io.tidemark.model.grammar.Fields;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.load.HeaderTemplate;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks {@code headers} of a workload file, element by element and together. */
record HeaderReader(Fields fields) {
  private static final String HEADERS = "headers";
  private static final String VALUE = "value";

  void check() {
    Set<String> names = new HashSet<>();
    long bytes = 0;
    for (Fields element : fields.elements(HEADERS)) {
      HeaderSpec spec = element.read(HeaderSpec.class);
      one(element, spec);
      for (String name : spec.names()) {
        if (!names.add(name)) {
          element.error("name", "two headers have the name " + name + "; names must differ");
        }
        bytes += name.getBytes(StandardCharsets.UTF_8).length + spec.template().mostBytes();
      }
    }
    if (bytes > HeaderSpec.MOST_BYTES) {
      fields.error(
          HEADERS,
          "the headers of a message have up to "
              + bytes
              + " bytes, names included; allowed "
              + HeaderSpec.MOST_BYTES);
    }
  }

  private static void one(Fields element, HeaderSpec spec) {
    boolean none = !element.has(VALUE) && !element.has("size");
    if (none && !element.haveErrors()) { // The one that was meant may be mistyped.
      element.error("has neither value nor size; allowed is one of the two");
    }
    List<String> names = spec.names();
    if (names.contains("")) {
      element.error("name", "an empty name; allowed a name of at least one character");
    }
    if (names.contains(HeaderSpec.STAMP)) {
      element.error("name", HeaderSpec.STAMP + " is the header of the stamp; allowed another name");
    }
    Optional<String> unknown = spec.value().flatMap(HeaderTemplate::unknownDirective);
    unknown.ifPresent(
        directive ->
            element.error(
                VALUE,
                "unknown directive, got "
                    + directive
                    + "; allowed #{n}, #{time}, #{time:iso}, #{key}, #{producer} and #{random:8}"));
  }
}
