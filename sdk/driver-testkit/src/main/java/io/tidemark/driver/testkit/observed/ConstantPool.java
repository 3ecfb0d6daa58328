package io.tidemark.driver.testkit.observed;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The names in a class file; an index of the file is one of these arrays. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record ConstantPool(int[] tags, String[] texts, int[] firsts, int[] seconds) {
  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int CLASS = 7;
  private static final int STRING = 8;
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int INTERFACE_METHOD = 11;
  private static final int METHOD_HANDLE = 15;
  private static final int METHOD_TYPE = 16;
  private static final int MODULE = 19;
  private static final int PACKAGE = 20;
  private static final int GET_FIELD = 0xB4;
  private static final int LOAD = 0x12;
  private static final int LOAD_WIDE = 0x13;

  static ConstantPool read(DataInputStream in) throws IOException {
    int size = in.readUnsignedShort();
    ConstantPool pool =
        new ConstantPool(new int[size], new String[size], new int[size], new int[size]);
    for (int i = 1; i < size; i++) {
      int tag = in.readUnsignedByte();
      pool.tags[i] = tag;
      switch (tag) {
        case UTF8 -> pool.texts[i] = in.readUTF();
        case LONG, DOUBLE -> {
          in.skipNBytes(8);
          i++; // They have two places.
        }
        case CLASS, STRING, METHOD_TYPE, MODULE, PACKAGE -> pool.firsts[i] = in.readUnsignedShort();
        case METHOD_HANDLE -> in.skipNBytes(3);
        default -> {
          pool.firsts[i] = in.readUnsignedShort();
          pool.seconds[i] = in.readUnsignedShort();
        }
      }
    }
    return pool;
  }

  String text(int index) {
    return texts[index];
  }

  /** Empty for index 0. */
  String className(int index) {
    return index == 0 ? "" : texts[firsts[index]];
  }

  /** {@code owner.method}, of all methods that the class calls or refers to. */
  Set<String> methods() {
    Set<String> methods = new HashSet<>();
    for (int i = 1; i < tags.length; i++) {
      if (tags[i] == METHOD || tags[i] == INTERFACE_METHOD) {
        methods.add(className(firsts[i]) + "." + memberName(i));
      }
    }
    return methods;
  }

  /** All names and texts of the class. */
  Set<String> names() {
    Set<String> names = new HashSet<>();
    for (int i = 1; i < tags.length; i++) {
      if (tags[i] == UTF8) {
        names.add(texts[i]);
      }
    }
    return names;
  }

  /**
   * Texts that the code may use, each as often as it may: the bytes of such an instruction may also
   * be those of another one.
   */
  List<String> textsUsedBy(byte[] code) {
    List<String> used = new ArrayList<>();
    for (int at = 0; at + 1 < code.length; at++) {
      int instruction = code[at] & 0xFF;
      int narrow = code[at + 1] & 0xFF;
      if (instruction == LOAD && isText(narrow)) {
        used.add(texts[firsts[narrow]]);
      } else if (instruction == LOAD_WIDE && at + 2 < code.length) {
        int wide = narrow << 8 | code[at + 2] & 0xFF;
        if (isText(wide)) {
          used.add(texts[firsts[wide]]);
        }
      }
    }
    return used;
  }

  private boolean isText(int index) {
    return index < tags.length && tags[index] == STRING;
  }

  private String memberName(int reference) {
    return texts[firsts[seconds[reference]]];
  }

  /**
   * Names of fields of this class that the code may read: the bytes of such an instruction may also
   * be those of another one, so a field can be named that is not read.
   */
  Set<String> fieldsReadBy(byte[] code, String owner) {
    Set<String> fields = new HashSet<>();
    for (int at = 0; at + 2 < code.length; at++) {
      int index = (code[at + 1] & 0xFF) << 8 | code[at + 2] & 0xFF;
      if ((code[at] & 0xFF) == GET_FIELD
          && index < tags.length
          && tags[index] == FIELD
          && className(firsts[index]).equals(owner)) {
        fields.add(memberName(index));
      }
    }
    return fields;
  }
}
