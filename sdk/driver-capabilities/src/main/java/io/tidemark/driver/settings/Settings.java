package io.tidemark.driver.settings;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Makes the settings of a file from the record whose components declare them. */
public final class Settings {
  private Settings() {}

  /**
   * The settings that the components of a record declare, in their order.
   *
   * @throws IllegalArgumentException when a component has neither a {@link Key} nor is a record, or
   *     its type is none that {@link Key} lists, or its default is not allowed, or two components
   *     declare the same key
   */
  public static List<Setting> of(Class<? extends Record> file) {
    return of(file, "");
  }

  /**
   * The same for a record whose keys are in a section.
   *
   * @param prefix the path of the section with a dot at its end
   */
  public static List<Setting> of(Class<? extends Record> file, String prefix) {
    List<Setting> settings = of(file, prefix, List.of());
    Set<String> names = new HashSet<>();
    for (Setting setting : settings) {
      String section = setting.path().substring(0, setting.path().lastIndexOf('.') + 1);
      Stream<String> older = setting.olderNames().stream().map(each -> section + each.name());
      Stream.concat(Stream.of(setting.path()), older)
          .filter(name -> !names.add(name))
          .forEach(
              twice -> {
                throw new IllegalArgumentException(file + " declares " + twice + " twice");
              });
    }
    return settings;
  }

  /**
   * @param above records in which this one is: a list of records like itself has no end
   */
  private static List<Setting> of(Class<?> file, String prefix, List<Class<?>> above) {
    List<Class<?>> path = new ArrayList<>(above);
    path.add(file);
    List<Setting> settings = new ArrayList<>();
    for (RecordComponent component : file.getRecordComponents()) {
      if (KeyedComponent.isInNoFile(component)) {
        continue;
      }
      if (KeyedComponent.isLevel(component)) {
        settings.addAll(of(component.getType(), prefix, above));
        continue;
      }
      KeyedComponent keyed = KeyedComponent.of(component);
      Setting setting = keyed.setting(prefix);
      settings.add(setting);
      if (keyed.isSection()) {
        settings.addAll(of(keyed.type(), setting.path() + ".", path));
      } else if (keyed.hasRecords() && !path.contains(keyed.elementType())) {
        settings.add(keyed.element(setting));
        settings.addAll(of(keyed.elementType(), setting.path() + "[].", path));
      } else if (keyed.isList() && !keyed.hasRecords()) {
        settings.add(keyed.element(setting));
      }
    }
    return List.copyOf(settings);
  }
}
