package io.tidemark.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The classes of all modules without their tests: read once, because reading them takes long.
 * Without the builders that RecordBuilder makes of records: each is a part of its record.
 */
final class OwnClasses {
  private static final String OF_RECORD = "Builder$With";

  private static final JavaClasses COMPILED =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tidemark", "io.openmessaging.benchmark");

  private static final Set<String> BUILDERS =
      COMPILED.stream()
          .filter(JavaClass::isRecord)
          .flatMap(each -> each.getRawInterfaces().stream())
          .map(JavaClass::getName)
          .filter(name -> name.endsWith(OF_RECORD))
          .map(OwnClasses::topLevel)
          .collect(Collectors.toSet());

  static final JavaClasses ALL =
      COMPILED.that(DescribedPredicate.describe("are written by us", each -> !isGenerated(each)));

  private OwnClasses() {}

  static boolean isGenerated(JavaClass javaClass) {
    return BUILDERS.contains(topLevel(javaClass.getName()));
  }

  private static String topLevel(String name) {
    return name.replaceFirst("\\$.*", "");
  }
}
