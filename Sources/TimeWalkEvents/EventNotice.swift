/// Terms and privacy notice as people read them.
package struct EventNotice: Hashable, Sendable {
  /// A part with its heading.
  package struct Part: Hashable, Sendable {
    /// Its subject.
    package let heading: String
    /// A paragraph.
    package let text: String
  }

  /// A language that it is written in, after BCP 47.
  package enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
  }

  /// Its title.
  package let title: String
  /// Its parts; the operator's additions come last, without a heading.
  package let parts: [Part]

  /// The whole, a paragraph a line.
  package var text: String {
    ([title] + parts.map { $0.heading.isEmpty ? $0.text : "\($0.heading): \($0.text)" })
      .joined(separator: "\n")
  }

  /// Writes the notice of an operator.
  init(_ policy: EventPolicy, in language: Language) {
    let days = Int(EventLimits.kept / 86_400), hours = Int(EventLimits.session / 3600)
    let (who, address, email) = (policy.operator, policy.address, policy.email)
    let (machine, authority) = (policy.machine(language), policy.authority(language))
    let pairs: [(String, String)]
    switch language {
    case .english:
      title = "Privacy notice and terms of an event"
      pairs = [
        ("Controller", "\(who), \(address). Questions and requests: \(email)."),
        (
          "Stored data",
          "Your name, your pictures, and the times when they were taken and sent. Also the view of"
            + " the event that a picture shows, if you choose one, and your consent. The place of a"
            + " picture is stored only in events that show positions."
        ),
        (
          "Purpose",
          "All guests of the event can see its pictures. The legal basis is your consent (GDPR,"
            + " article 6, paragraph 1, letter a). You can withdraw it at any time."
        ),
        (
          "Recipients",
          "The guests of the event, its organiser, and the operator of the server. No data goes to"
            + " others, and there is no tracking: statistics have no names."
        ),
        (
          "Retention",
          "All data of an event is erased \(days) days after its end. If you joined for one day"
            + " only, your name is stored for at most \(hours) hours, or until you leave."
        ),
        (
          "Your rights",
          "On the event's page you can view and download your stored data, correct your name, and"
            + " erase everything at once. You can complain to \(authority)."
        ),
        ("Location", "\(machine). A single cookie keeps you signed in to the event."),
        ("Terms", "Send only pictures that you may publish. The organiser can remove pictures."),
      ]
    case .german:
      title = "Datenschutzhinweise und Bedingungen eines Treffens"
      pairs = [
        ("Wer verantwortlich ist", "\(who), \(address). Fragen und Anliegen: \(email)."),
        (
          "Was gespeichert wird",
          "Der Name, den Sie angeben, die Bilder, die Sie senden, wann sie gesendet und aufgenommen"
            + " wurden, welche Ansicht des Treffens sie zeigen, falls Sie das sagen, und dass Sie"
            + " hier zugestimmt haben. Wo ein Bild aufgenommen wurde, wird nur bei Treffen"
            + " gespeichert, die Orte zeigen."
        ),
        (
          "Wozu",
          "Damit alle beim Treffen dessen Bilder sehen können. Grundlage ist Ihre Einwilligung (DSGVO,"
            + " Artikel 6 Absatz 1 Buchstabe a), die Sie jederzeit widerrufen können."
        ),
        (
          "Wer es sieht",
          "Die Gäste des Treffens, wer es leitet, und wer den Rechner betreibt. Es wird"
            + " nichts weitergegeben, und es gibt kein Tracking: Statistiken haben keine Namen."
        ),
        (
          "Wie lange",
          "Alles von einem Treffen wird \(days) Tage nach seinem Ende gelöscht. Wenn Sie nur mit"
            + " dem Code gekommen sind, bleibt Ihr Name höchstens \(hours) Stunden, oder bis Sie"
            + " gehen."
        ),
        (
          "Ihre Rechte",
          "Auf der Seite des Treffens können Sie alles sehen, was von Ihnen gespeichert ist, es"
            + " mitnehmen, Ihren Namen berichtigen und alles sofort löschen lassen. Beschweren"
            + " können Sie sich bei: \(authority)."
        ),
        ("Wo", "\(machine). Das einzige Cookie des Treffens hält Sie dort angemeldet."),
        (
          "Bedingungen",
          "Senden Sie nur Bilder, die Sie zeigen dürfen. Wer das Treffen leitet, darf Bilder"
            + " entfernen."
        ),
      ]
    case .french:
      title = "Protection des données et conditions d’une rencontre"
      pairs = [
        ("Qui est responsable", "\(who), \(address). Questions et demandes : \(email)."),
        (
          "Ce qui est conservé",
          "Le nom que vous donnez, les images que vous envoyez, quand elles ont été envoyées et"
            + " prises, quelle vue de la rencontre elles montrent si vous le dites, et votre accord."
            + " L’endroit où une image a été prise n’est conservé que dans les rencontres qui"
            + " montrent les lieux."
        ),
        (
          "Pourquoi",
          "Pour que toutes les personnes de la rencontre puissent voir ses images. Le fondement est"
            + " votre consentement (RGPD, article 6, paragraphe 1, point a), que vous pouvez retirer"
            + " à tout moment."
        ),
        (
          "Qui le voit",
          "Les personnes de la rencontre, qui l’organise, et qui gère la machine. Rien n’est donné à"
            + " d’autres, et personne n’est suivi : les décomptes n’ont pas de noms."
        ),
        (
          "Combien de temps",
          "Tout ce qui concerne une rencontre est effacé \(days) jours après sa fin. Si vous êtes"
            + " venu par le code seul, votre nom est conservé \(hours) heures au plus, ou jusqu’à"
            + " votre départ."
        ),
        (
          "Vos droits",
          "Sur la page de la rencontre, vous pouvez voir tout ce qui est conservé de vous,"
            + " l’emporter, corriger votre nom et faire tout effacer aussitôt. Vous pouvez adresser"
            + " une plainte à : \(authority)."
        ),
        ("Où", "\(machine). Le seul cookie de la rencontre vous y garde."),
        (
          "Conditions",
          "N’envoyez que des images que vous avez le droit de montrer. Qui organise la rencontre peut"
            + " retirer des images."
        ),
      ]
    case .spanish:
      title = "Protección de datos y condiciones de un encuentro"
      pairs = [
        ("Quién es responsable", "\(who), \(address). Preguntas y solicitudes: \(email)."),
        (
          "Qué se guarda",
          "El nombre que usted da, las imágenes que envía, cuándo se enviaron y se tomaron, qué vista"
            + " del encuentro muestran si usted lo dice, y que usted dio su consentimiento. El lugar"
            + " donde se tomó una imagen solo se guarda en encuentros que muestran los lugares."
        ),
        (
          "Para qué",
          "Para que todas las personas del encuentro puedan ver sus imágenes. La base es su consentimiento"
            + " (RGPD, artículo 6, apartado 1, letra a), que puede retirar en cualquier momento."
        ),
        (
          "Quién lo ve",
          "Las personas del encuentro, quien lo organiza y quien gestiona la máquina. Nada se da a nadie"
            + " más, y no se sigue a nadie: los recuentos no tienen nombres."
        ),
        (
          "Cuánto tiempo",
          "Todo lo de un encuentro se borra \(days) días después de su final. Si usted vino solo con el"
            + " código, su nombre se guarda \(hours) horas como máximo, o hasta que salga."
        ),
        (
          "Sus derechos",
          "En la página del encuentro puede ver todo lo que se guarda de usted, llevárselo, corregir su"
            + " nombre y hacer que se borre todo de inmediato. Puede reclamar ante: \(authority)."
        ),
        ("Dónde", "\(machine). La única cookie del encuentro le mantiene en él."),
        (
          "Condiciones",
          "Envíe solo imágenes que tenga derecho a mostrar. Quien organiza el encuentro puede retirar"
            + " imágenes."
        ),
      ]
    }
    let more = policy.more(language)
    parts = (pairs + (more.isEmpty ? [] : [("", more)])).map { Part(heading: $0, text: $1) }
  }
}
