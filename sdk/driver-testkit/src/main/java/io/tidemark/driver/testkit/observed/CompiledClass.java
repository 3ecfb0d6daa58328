package io.tidemark.driver.testkit.observed;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A class file, as far as it says which components of records its code reads: by the accessor, or
 * in the record itself by the field; and which texts it uses. The format is that of chapter 4 of
 * the JVM specification.
 *
 * @param name with slashes
 * @param parent with slashes; empty for {@code java.lang.Object} and modules
 * @param methods {@code owner.method} of all that it calls or refers to
 * @param fields its own that methods read, without their accessors
 * @param members names of its fields and methods
 * @param names all names and texts in it
 * @param texts those that its code uses, each as often as it does
 */
public record CompiledClass(
    String name,
    String parent,
    Set<String> methods,
    Set<String> fields,
    Set<String> members,
    Set<String> names,
    List<String> texts) {
  private static final int MAGIC_AND_VERSION = 8;

  public static CompiledClass read(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    in.skipNBytes(MAGIC_AND_VERSION);
    ConstantPool pool = ConstantPool.read(in);
    in.readUnsignedShort(); // Access flags.
    String name = pool.className(in.readUnsignedShort());
    String parent = pool.className(in.readUnsignedShort());
    in.skipNBytes(2L * in.readUnsignedShort()); // Interfaces.
    int fieldCount = in.readUnsignedShort();
    Set<String> members = new HashSet<>();
    for (int i = 0; i < fieldCount; i++) {
      members.add(member(in, pool).name());
    }
    List<String> texts = new ArrayList<>();
    Set<String> fields = new HashSet<>();
    int methodCount = in.readUnsignedShort();
    for (int i = 0; i < methodCount; i++) {
      Member method = member(in, pool);
      members.add(method.name());
      texts.addAll(pool.textsUsedBy(method.code()));
      pool.fieldsReadBy(method.code(), name).stream()
          .filter(field -> !field.equals(method.name()))
          .forEach(fields::add);
    }
    return new CompiledClass(name, parent, pool.methods(), fields, members, pool.names(), texts);
  }

  public boolean isRecord() {
    return parent.equals("java/lang/Record");
  }

  public boolean reads(String record, String component) {
    return methods.contains(record + "." + component)
        || name.equals(record) && fields.contains(component);
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Member(String name, byte[] code) {}

  private static Member member(DataInputStream in, ConstantPool pool) throws IOException {
    in.readUnsignedShort(); // Access flags.
    String name = pool.text(in.readUnsignedShort());
    in.readUnsignedShort(); // Descriptor.
    byte[] code = {};
    int attributes = in.readUnsignedShort();
    for (int i = 0; i < attributes; i++) {
      String attribute = pool.text(in.readUnsignedShort());
      byte[] content = in.readNBytes(in.readInt());
      code = attribute.equals("Code") ? content : code;
    }
    return new Member(name, code);
  }
}
