package io.tidemark.simulation.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Which methods are replaced, read from the class files of those that replace them. Classes are
 * loaded by several threads.
 */
final class Replacements {
  static final int API = Opcodes.ASM9;
  private static final String ANNOTATION = Type.getDescriptor(Replaces.class);

  private final Map<String, Method> methods = new HashMap<>();
  private final Map<String, String> supers = new ConcurrentHashMap<>();
  private final Map<String, Set<String>> declared = new ConcurrentHashMap<>();
  private final ClassLoader classes;

  /** A static method. */
  record Method(String owner, String name, String descriptor) {}

  Replacements(ClassLoader classes, List<String> replacing) {
    this.classes = classes;
    replacing.forEach(this::read);
  }

  private void read(String className) {
    String internal = className.replace('.', '/');
    reader(internal)
        .accept(
            new ClassVisitor(API) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String generic, String[] thrown) {
                return new Annotated(new Method(internal, name, descriptor));
              }
            },
            ClassReader.SKIP_CODE);
  }

  /** Reads the annotation of one method. */
  private final class Annotated extends MethodVisitor {
    private final Method method;

    Annotated(Method method) {
      super(API);
      this.method = method;
    }

    @Override
    public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
      return descriptor.equals(ANNOTATION) ? new Values() : null;
    }

    private final class Values extends AnnotationVisitor {
      private final List<String> owners = new ArrayList<>();
      private String name = method.name();
      private boolean ofClass;

      Values() {
        super(API);
      }

      @Override
      public void visit(String key, Object value) {
        if (key.equals("name")) {
          name = (String) value;
        } else {
          ofClass = (Boolean) value;
        }
      }

      @Override
      public AnnotationVisitor visitArray(String key) {
        return new AnnotationVisitor(API) {
          @Override
          public void visit(String none, Object owner) {
            owners.add((String) owner);
          }
        };
      }

      @Override
      public void visitEnd() {
        String replaced = ofClass ? method.descriptor() : withoutFirst(method.descriptor());
        boolean withTypes = name.endsWith(")");
        for (String owner : owners) {
          if (ofUs(owner)) {
            reader(owner); // A class that was moved or renamed would run as it is.
          }
          methods.put(withTypes ? owner + "." + name : key(owner, name, replaced), method);
        }
      }
    }
  }

  private static String withoutFirst(String descriptor) {
    Type[] all = Type.getArgumentTypes(descriptor);
    Type[] rest = Arrays.copyOfRange(all, 1, all.length);
    return Type.getMethodDescriptor(Type.getReturnType(descriptor), rest);
  }

  private static String key(String owner, String name, String descriptor) {
    // What the replacement returns may be more general: the parameters tell overloads apart.
    return owner + "." + name + descriptor.substring(0, descriptor.indexOf(')') + 1);
  }

  /** In place of a method, which may be inherited from a class of the JDK. */
  Optional<Method> of(String owner, String name, String descriptor) {
    String declaring = owner;
    while (declaring != null) {
      Method found = methods.get(key(declaring, name, descriptor));
      if (found != null) {
        return Optional.of(found);
      }
      declaring = ofUs(declaring) ? superOf(declaring) : null;
    }
    return Optional.empty();
  }

  static boolean ofUs(String internalName) {
    return internalName.startsWith("io/tidemark/") || internalName.startsWith("io/openmessaging/");
  }

  /**
   * The class of the JDK or of a library that a called method comes from; empty if it is one of
   * ours.
   */
  Optional<String> foreignOwner(String owner, String method, String descriptor) {
    String declaring = owner;
    while (declaring != null && ofUs(declaring)) {
      if (declared(declaring).contains(method + descriptor) || isInterface(declaring)) {
        return Optional.empty();
      }
      declaring = superOf(declaring);
    }
    return Optional.ofNullable(declaring);
  }

  private boolean isInterface(String internalName) {
    return (reader(internalName).getAccess() & Opcodes.ACC_INTERFACE) != 0;
  }

  private Set<String> declared(String internalName) {
    return declared.computeIfAbsent(
        internalName,
        name -> {
          Set<String> all = new HashSet<>();
          reader(name)
              .accept(
                  new ClassVisitor(API) {
                    @Override
                    public MethodVisitor visitMethod(
                        int access,
                        String method,
                        String descriptor,
                        String generic,
                        String[] thrown) {
                      all.add(method + descriptor);
                      return null;
                    }
                  },
                  ClassReader.SKIP_CODE);
          return all;
        });
  }

  private String superOf(String internalName) {
    return supers.computeIfAbsent(internalName, name -> reader(name).getSuperName());
  }

  private ClassReader reader(String internalName) {
    try (InputStream in = classes.getResourceAsStream(internalName + ".class")) {
      if (in == null) {
        throw new IllegalStateException("no class file of " + internalName);
      }
      return new ClassReader(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
